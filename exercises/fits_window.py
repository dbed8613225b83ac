"""Exercise `fits_window`: know before the call whether it fits.

`request` is a mapping with everything you would hand to
`client.messages.create(**request)`: always `model`, `max_tokens` and
`messages`; and `system`, or `tools`, or both, or neither. It holds
nothing else. `window` is the context window of the model, in tokens.

Let `client.messages.count_tokens(...)` count the input: all that is in
the request, except `max_tokens`, which is no part of the input. Then
return one of these three strings:

- `"refused"`: the input alone is more than the window.
- `"may stop early"`: the input is not more than the window, but the
  input and `max_tokens` together are.
- `"fits"`: the input and `max_tokens` together are at most the window.

A window that is filled to the last token is not too small. Only count:
make no call of `messages.create`. Leave `request` as it was. An error
of the API goes through.

For a `request` whose input is 180 tokens, with `max_tokens` 20:

    fits_window(client, request, 200)  # "fits"
    fits_window(client, request, 199)  # "may stop early"
    fits_window(client, request, 180)  # "may stop early"
    fits_window(client, request, 179)  # "refused"
"""

from collections.abc import Mapping
from typing import Any

import anthropic


def fits_window(client: anthropic.Anthropic, request: Mapping[str, Any], window: int) -> str:
    """Say what becomes of a request: "fits", "may stop early" or "refused"."""
    raise NotImplementedError
