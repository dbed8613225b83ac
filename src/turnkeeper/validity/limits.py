"""What is asked of the request as a whole."""

from collections.abc import Iterator

from turnkeeper.validity.history import History
from turnkeeper.validity.problem import Problem

MOST_MESSAGES = 100_000


def too_many_messages(history: History) -> Iterator[Problem]:
    """Find a history with more messages than a request may hold. The sentence is ours."""
    if len(history.messages) > MOST_MESSAGES:
        yield Problem(
            "too_many_messages",
            f"messages: at most {MOST_MESSAGES} messages may be provided. Found {len(history.messages)}.",
            "Trim the history, or put a summary in place of the older messages.",
        )


def tool_names(history: History) -> Iterator[Problem]:
    """Find tools that share a name."""
    names = [tool["name"] for tool in history.tools if "name" in tool]
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        mend = f"Give each tool a name of its own: {', '.join(twice)} is there more than once."
        yield Problem("duplicate_tool_name", "tools: Tool names must be unique.", mend)
