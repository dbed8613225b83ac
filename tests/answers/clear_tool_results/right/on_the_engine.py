"""Right: the engine's own function does it."""

import turnkeeper
from turnkeeper.messages import Message


def clear_tool_results(messages: list[Message], keep: int = 3) -> list[Message]:
    """Return a history in which the old tool results hold a placeholder."""
    return turnkeeper.clear_tool_results(messages, keep=keep)
