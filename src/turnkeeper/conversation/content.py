"""What a user says and what a model said, as the plain JSON that a history holds."""

import json
from collections.abc import Sequence
from typing import Any

from turnkeeper.messages import Block, plain_block, well_formed

Content = str | Sequence[Block]
"""What a user says: a text, or content blocks."""


def plain_json(value: object) -> Any:
    """Return plain JSON that nothing changes later, and that can be sent: see `well_formed`.

    Args:
        value: What JSON can hold.

    Raises:
        TypeError: If it holds what JSON does not know.
        ValueError: If it holds a number that JSON does not know.
    """
    return json.loads(well_formed(json.dumps(value, ensure_ascii=False, allow_nan=False)))


def copied(value: Any) -> Any:
    """Return a copy of plain JSON, so that a caller who changes it changes nothing of ours.

    `copy.deepcopy` does the same for any object, and takes three times as long.

    Args:
        value: Messages, or a content block.
    """
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    return [copied(part) for part in value] if isinstance(value, list) else value


def plain_content(content: Content) -> Content:
    """Return what a user says as plain JSON, which nothing the caller does later can change.

    Half a surrogate pair becomes a question mark (`well_formed`), for no request can hold it.

    Args:
        content: A text, or a list of content blocks, as mappings or as the SDK's objects.

    Raises:
        TypeError: If it is neither, or holds what JSON does not know.
        ValueError: If it holds a number that JSON does not know.
    """
    if isinstance(content, str):
        return well_formed(content)
    if not isinstance(content, Sequence):
        raise TypeError(f"a message says a text or a list of content blocks, not {type(content).__name__}")
    plain: list[Block] = plain_json([dict(plain_block(block)) for block in content])
    return plain


def plain_reply(content: Sequence[object]) -> list[Block]:
    """Return the content of a response as the API sent it: no field that it left out, no field that is null.

    A null inside a tool's input stays, and thinking keeps every byte. Only half a surrogate pair, which no request can
    hold, becomes a question mark.

    Args:
        content: The SDK's block objects, or mappings.
    """
    return [_plain(block) for block in content]


def _plain(block: Any) -> Block:
    dump = getattr(block, "model_dump", None)
    fields: dict[str, Any] = plain_json(dict(block) if dump is None else dump(mode="json", exclude_unset=True))
    return {key: value for key, value in fields.items() if value is not None}
