"""Why this is the answer.

Every rule here is about a message and one neighbour, so one walk over the list is enough. What the walk needs of the
neighbours are the ids: the calls of the message before, the results of the message behind. Sets of ids answer for
parallel calls, whose results may come in any order. At the end of the list the message behind has no results, so a
call there is found without a case of its own.
"""

from itertools import takewhile

from turnkeeper.messages import Message, blocks


def calls_in(message: Message) -> list[str]:
    """Return the ids of the calls in a message."""
    return [block["id"] for block in blocks(message) if block["type"] == "tool_use"]


def results_in(message: Message) -> list[str]:
    """Return the ids of the calls that a message answers."""
    return [block["tool_use_id"] for block in blocks(message) if block["type"] == "tool_result"]


def results_in_front(message: Message) -> list[str]:
    """Return the same for the results with which the message begins."""
    first = takewhile(lambda block: block["type"] == "tool_result", blocks(message))
    return [block["tool_use_id"] for block in first]


def check_history(messages: list[Message], target: str = "claude") -> list[tuple[int, str]]:
    """Return the faults of a history, each as its place and the rule that is broken."""
    faults = []
    if target == "strict" and messages and messages[0]["role"] != "user":
        faults.append((0, "first_role"))
    for place, message in enumerate(messages):
        before = set(calls_in(messages[place - 1])) if place > 0 else set()
        behind = set(results_in(messages[place + 1])) if place + 1 < len(messages) else set()
        results, in_front = set(results_in(message)), set(results_in_front(message))
        if not results <= before:
            faults.append((place, "tool_result_without_use"))
        if not set(calls_in(message)) <= behind:
            faults.append((place, "tool_use_without_result"))
        if (results - in_front) & before:
            faults.append((place, "tool_result_not_first"))
    return faults
