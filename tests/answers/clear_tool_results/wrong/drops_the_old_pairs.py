"""Fails: test_everything_else_stays

Takes old results out, with their calls.
"""

from turnkeeper.messages import Message, part_of


def rest(message: Message) -> object:
    """Return what is left of a message."""
    content = message["content"]
    return content if isinstance(content, str) else [block for block in content if block is not None]


def clear_tool_results(messages: list[Message], keep: int = 3) -> list[Message]:
    """Return a history in which the old tool results hold a placeholder."""
    if keep < 0:
        raise ValueError(f"keep is 0 or more, not {keep}")
    results = [
        (place, number)
        for place, message in enumerate(messages)
        if not isinstance(message["content"], str)
        for number, block in enumerate(message["content"])
        if part_of(block, "type") == "tool_result"
    ]
    old = set(results[: max(0, len(results) - keep)])
    cleared = []
    for place, message in enumerate(messages):
        if isinstance(message["content"], str):
            cleared.append(message)
            continue
        content = [None if (place, number) in old else block for number, block in enumerate(message["content"])]
        cleared.append({**message, "content": content})
    return [{**message, "content": kept} for message in cleared if (kept := rest(message))]
