"""What a script may answer, and the sentence that says so when it answers something else."""

import json
from typing import Any

from turnkeeper.faults import named
from turnkeeper.messages import plain_block
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.request import MessagesRequest, Script

_MAY = 'A script returns a text, or a list of content blocks such as {"type": "text", "text": "Hello."}.'
_NEEDED: dict[str, dict[str, type]] = {"text": {"text": str}, "tool_use": {"id": str, "name": str, "input": dict}}


def ask(script: Script, request: MessagesRequest) -> list[dict[str, Any]]:
    """Let a script answer a request, and return its answer as content blocks that can be sent.

    Raises:
        ApiError: With status 500 and no retry, naming the script, when it fails or answers what no reply can hold.
    """
    try:
        reply = script(request)
    except Exception as error:
        raise ApiError(500, f"The script of the offline model failed: {named(error)}", retry=False) from error
    try:
        content = _content(reply)
        json.dumps(content, ensure_ascii=False, allow_nan=False).encode()
    except Exception as error:
        said = str(error) if isinstance(error, _NoReply) else f"something that cannot be sent as JSON ({error})"
        raise ApiError(500, f"The script of the offline model returned {said}. {_MAY}", retry=False) from error
    return content


class _NoReply(Exception):
    """What the script returned instead of a reply."""


def _content(reply: object) -> list[dict[str, Any]]:
    if isinstance(reply, str):
        return [{"type": "text", "text": reply}]
    if not isinstance(reply, list | tuple):
        raise _NoReply(_a_kind(reply))
    return [_block(place, block) for place, block in enumerate(reply)]


def _block(place: int, block: object) -> dict[str, Any]:
    try:
        plain = dict(plain_block(block))
    except TypeError:
        raise _NoReply(f"a list whose item {place} is {_a_kind(block)}") from None
    if not isinstance(plain.get("type"), str):
        raise _NoReply(f"a list whose item {place} has no type")
    for field, kind in _NEEDED.get(plain["type"], {}).items():
        if not isinstance(plain.get(field), kind):
            what = {"str": "text", "dict": "mapping"}[kind.__name__]
            raise _NoReply(f"a {plain['type']} block (item {place}) whose {field!r} is no {what}")
    return plain


def _a_kind(value: object) -> str:
    return "None" if value is None else f"an object of the type {type(value).__name__}"
