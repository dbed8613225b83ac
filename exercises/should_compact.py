"""Exercise `should_compact`: act on a budget of tokens.

A history has to be made shorter when it is too long in tokens, whatever the
number of its messages. Write the decision:

    should_compact(client, model=..., messages=[...], budget=8_000)

- It asks the API how many input tokens the request has, with
  `client.messages.count_tokens(...)`: for the `model` it is given, with the
  messages, and with `system` and `tools` when there are any.
- It returns True when the request has more tokens than `budget`, and False
  otherwise. A request of exactly `budget` tokens still fits.
- A field that is None is left out of the call. The API refuses null. An
  empty `system` or `tools` may be left out as well, or sent as it is.
- It only counts: no call of `client.messages.create(...)`, and the list of
  messages stays as it was. An error of the API goes through.
- With an empty list there is nothing to compact: it returns False, and makes
  no call, since the API refuses an empty list.

For a history that `count_tokens` says has 120 tokens:

    should_compact(client, model=MODEL, messages=history, budget=119)  # True
    should_compact(client, model=MODEL, messages=history, budget=120)  # False
"""

from collections.abc import Sequence

import anthropic
from anthropic.types import MessageParam, ToolParam


def should_compact(
    client: anthropic.Anthropic,
    *,
    model: str,
    messages: list[MessageParam],
    budget: int,
    system: str | None = None,
    tools: Sequence[ToolParam] | None = None,
) -> bool:
    """Tell whether a request has more input tokens than its budget."""
    raise NotImplementedError
