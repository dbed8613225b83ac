"""Right: deep copies, and a small class that knows how many are old."""

import copy

from turnkeeper.messages import Message, part_of


class Clearing:
    """Clears the first so many results it meets."""

    def __init__(self, old: int) -> None:
        self.old = old

    def __call__(self, block: object) -> object:
        if part_of(block, "type") != "tool_result" or self.old <= 0:
            return block
        self.old -= 1
        return {**block, "content": "(gone)"}


def results(messages: list[Message]) -> int:
    """Count the results."""
    return sum(
        part_of(block, "type") == "tool_result"
        for message in messages
        if isinstance(message["content"], list)
        for block in message["content"]
    )


def clear_tool_results(messages: list[Message], keep: int = 3, **_: object) -> tuple[Message, ...]:
    """Return a history in which the old tool results hold a placeholder."""
    if not keep >= 0:
        raise ValueError("keep counts results")
    clear = Clearing(results(messages) - keep)
    return tuple(
        {**message, "content": [clear(block) for block in message["content"]]}
        if isinstance(message["content"], list)
        else message
        for message in copy.deepcopy(messages)
    )
