"""Exercise `trim`: drop the oldest messages until the rest fits.

`trim(messages, limit, count)` returns the newest part of a history that fits
into `limit` tokens. The history ends with the user's newest message.

- `count(messages)` returns the tokens of a whole list of messages. Use it, and
  give it the whole list that you would send: tokens are not always the sum
  over single messages.
- A history of no more than `limit` tokens comes back with all its messages,
  whoever speaks first. An empty history comes back empty.
- Otherwise the oldest message goes, one after the other, until the rest has no
  more than `limit` tokens. Then messages go on leaving until the first one
  that is left is the user's.
- The newest message always stays, even if it is longer than `limit` by itself.
- The list you are given stays as it was. You return a new list, whose messages
  are as they were, in their order.

With five messages of 10 tokens each, user and assistant by turns:

    trim(history, 25, count)  # only the newest: two would fit, but the first
                              # of the two is the assistant's
    trim(history, 30, count)  # the newest three
"""

from collections.abc import Callable, Sequence

from anthropic.types import MessageParam


def trim(
    messages: list[MessageParam],
    limit: int,
    count: Callable[[Sequence[MessageParam]], int],
) -> list[MessageParam]:
    """Return the newest messages that fit into a number of tokens."""
    raise NotImplementedError
