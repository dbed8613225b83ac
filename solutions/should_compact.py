"""Why this is the answer.

The API counts the whole request, so everything that the call will hold goes into the count, and what is None is left
out. The comparison is `>`, because a budget says how many tokens are allowed, and the last of them is. An empty list
is answered first: there is nothing to compact, and nothing that the API would count.
"""

from collections.abc import Sequence
from typing import Any

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
    if not messages:
        return False
    fields: dict[str, Any] = {"system": system, "tools": tools}
    given = {name: value for name, value in fields.items() if value is not None}
    counted = client.messages.count_tokens(model=model, messages=messages, **given)
    return counted.input_tokens > budget
