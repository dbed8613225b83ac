"""Exercise `trim_keep_system`: drop the oldest, and keep the instructions.

In many interfaces the system prompt is the first message of the list, with the
role "system". `trim_keep_system(messages, limit, count)` keeps it, and behind
it the newest messages that fit. The list begins with the system message and
ends with the user's newest message.

- `count(messages)` returns the tokens of a whole list of messages, which are
  not always the sum over its parts. The limit holds for all that you return,
  the system message included.
- A list of no more than `limit` tokens comes back with all its messages.
- Otherwise the oldest message behind the system message goes, one after the
  other, until the system message and the rest have no more than `limit`
  tokens. Then messages go on leaving until the first one behind the system
  message is the user's. What stays has no gap.
- The system message and the newest message always stay, even if the two are
  longer than `limit`. A list that is only the system message comes back so.
- The list you are given stays as it was. You return a new list.

With a system message of 5 tokens and five messages of 10 tokens each:

    trim_keep_system(messages, 35, count)  # the system message, the newest 3
    trim_keep_system(messages, 34, count)  # the system message, the newest 1
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
    raise NotImplementedError
