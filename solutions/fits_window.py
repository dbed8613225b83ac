"""Why this is the answer.

What is counted is the request itself, without `max_tokens`: so a system prompt and tools count when they are there,
and nothing has to be said about them when they are not. The new mapping leaves the caller's as it was. Two comparisons
are enough, in this order: a request that is refused never gets as far as its reply.
"""

from collections.abc import Mapping
from typing import Any

import anthropic


def fits_window(client: anthropic.Anthropic, request: Mapping[str, Any], window: int) -> str:
    """Say what becomes of a request: "fits", "may stop early" or "refused"."""
    sent = {name: value for name, value in request.items() if name != "max_tokens"}
    tokens = client.messages.count_tokens(**sent).input_tokens
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
