"""What a user says and what a model said, as the plain JSON that a history holds."""

import json
from collections.abc import Sequence
from typing import Any

from turnkeeper.messages import Block, plain_block

Content = str | Sequence[Block]
"""What a user says: a text, or content blocks."""


def plain_content(content: Content) -> Content:
    """Return what a user says as plain JSON, which nothing the caller does later can change.

    Args:
        content: A text, or a list of content blocks, as mappings or as the SDK's objects.

    Raises:
        TypeError: If it is neither, or holds what JSON does not know.
        ValueError: If it holds a number that JSON does not know.
    """
    if isinstance(content, str):
        return content
    if not isinstance(content, Sequence):
        raise TypeError(f"a message says a text or a list of content blocks, not {type(content).__name__}")
    plain: list[Block] = json.loads(json.dumps([dict(plain_block(block)) for block in content], allow_nan=False))
    return plain


def plain_reply(content: Sequence[object]) -> list[Block]:
    """Return the content of a response as the API sent it: no field that it left out, no field that is null.

    A null inside a tool's input stays, and thinking keeps every byte.

    Args:
        content: The SDK's block objects, or mappings.
    """
    return [_plain(block) for block in content]


def _plain(block: Any) -> Block:
    dump = getattr(block, "model_dump", None)
    fields: dict[str, Any] = dict(block) if dump is None else dump(mode="json", exclude_unset=True)
    return {key: value for key, value in fields.items() if value is not None}
