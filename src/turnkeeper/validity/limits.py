"""What is asked of the request as a whole."""

from collections import Counter
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
    names = Counter(tool["name"] for tool in history.tools if "name" in tool)
    twice = [name for name, times in names.items() if times > 1]
    if twice:
        mend = f"Give each tool a name of its own: {', '.join(twice)} is there more than once."
        yield Problem("duplicate_tool_name", "tools: Tool names must be unique.", mend)
