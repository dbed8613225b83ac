"""Why this is the answer.

The system message is set apart first. Every question about the limit is then asked about what would really be sent: the
system message and a rest without a gap. The rest loses its oldest message until that fits, and until the user speaks
first, and it never loses its newest.
"""

from collections.abc import Callable, Sequence
from typing import TypedDict


class Message(TypedDict):
    """A message of such an interface: its role is "system", "user" or "assistant"."""

    role: str
    content: str


def trim_keep_system(
    messages: list[Message],
    limit: int,
    count: Callable[[Sequence[Message]], int],
) -> list[Message]:
    """Return the system message and the newest messages that fit with it."""
    if count(messages) <= limit:
        return list(messages)
    system, rest = messages[:1], messages[1:]
    while len(rest) > 1 and count(system + rest) > limit:
        rest = rest[1:]
    while len(rest) > 1 and rest[0]["role"] != "user":
        rest = rest[1:]
    return system + rest
