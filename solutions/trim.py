"""Why this is the answer.

A history that fits is left alone, so that is asked first. After that there are two questions, one after the other: from
where does the rest fit, and from where on does the user speak. Both walk towards the end, and neither walks past the
newest message. Slices make new lists, so the caller's list is never touched.
"""

from collections.abc import Callable, Sequence

from anthropic.types import MessageParam


def trim(
    messages: list[MessageParam],
    limit: int,
    count: Callable[[Sequence[MessageParam]], int],
) -> list[MessageParam]:
    """Return the newest messages that fit into a number of tokens."""
    if not messages or count(messages) <= limit:
        return list(messages)
    newest = len(messages) - 1
    start = 0
    while start < newest and count(messages[start:]) > limit:
        start += 1
    while start < newest and messages[start]["role"] != "user":
        start += 1
    return messages[start:]
