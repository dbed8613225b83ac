"""What a script may answer, and the sentence that says so when it answers something else."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from turnkeeper.faults import named
from turnkeeper.messages import plain_block
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.request import MessagesRequest, Script

STOP_REASONS = ("end_turn", "pause_turn", "refusal", "stop_sequence", "tool_use")
"""The stop reasons that a script may name; the others are for the API to say."""
_MAY = (
    'A script returns a text, a list of content blocks such as {"type": "text", "text": "Hello."}, '
    'or a mapping with "content" and "stop_reason".'
)
_NEEDED: dict[str, dict[str, type]] = {
    "text": {"text": str},
    "thinking": {"thinking": str},
    "tool_use": {"id": str, "name": str, "input": dict},
}
_KINDS = {"str": "text", "dict": "mapping"}


@dataclass(frozen=True, slots=True)
class Said:
    """What a script said.

    Attributes:
        content: The content blocks, which can be sent as JSON.
        stop_reason: The reason it gave for stopping; None when it left that to the API.
    """

    content: list[dict[str, Any]]
    stop_reason: str | None = None


def ask(script: Script, request: MessagesRequest, *, call_ids: str = "toolu_offline") -> Said:
    """Let a script answer a request, and return what it said.

    Args:
        script: The script.
        request: What the model sees.
        call_ids: The beginning of the ids of tool calls to which the script gave none.

    Raises:
        ApiError: With status 500 and no retry, naming the script, when it fails or answers what no reply can hold.
    """
    try:
        reply = script(request)
    except (Exception, SystemExit) as error:
        raise ApiError(500, f"The script of the scripted model failed: {named(error)}", retry=False) from error
    try:
        said = _said(reply, call_ids)
        _may_call(said.content, request)
        json.dumps(said.content, ensure_ascii=False, allow_nan=False).encode()
    except Exception as error:
        what = str(error) if isinstance(error, _NoReply) else f"something that cannot be sent as JSON ({error})"
        raise ApiError(500, f"The script of the scripted model returned {what}. {_MAY}", retry=False) from error
    return said


class _NoReply(Exception):
    """What the script returned instead of a reply."""


def _said(reply: object, call_ids: str) -> Said:
    if isinstance(reply, Mapping) and "content" in reply:
        reason = reply.get("stop_reason")
        if reason is not None and reason not in STOP_REASONS:
            raise _NoReply(f"the stop reason {reason!r}, which is none of {', '.join(STOP_REASONS)}")
        return Said(_content(reply["content"], call_ids), reason)
    return Said(_content(reply, call_ids))


def _content(reply: object, call_ids: str) -> list[dict[str, Any]]:
    if isinstance(reply, str):
        return [{"type": "text", "text": reply}] if reply else []
    if not isinstance(reply, list | tuple):
        raise _NoReply(_a_kind(reply))
    return [_block(place, block, call_ids) for place, block in enumerate(reply)]


def _block(place: int, block: object, call_ids: str) -> dict[str, Any]:
    try:
        plain = dict(plain_block(block))
    except TypeError:
        raise _NoReply(f"a list whose item {place} is {_a_kind(block)}") from None
    if not isinstance(plain.get("type"), str):
        raise _NoReply(f"a list whose item {place} has no type")
    if plain["type"] == "tool_use" and "id" not in plain:
        plain = {"type": "tool_use", "id": f"{call_ids}_{place}", **plain}
    for key, kind in _NEEDED.get(plain["type"], {}).items():
        if not isinstance(plain.get(key), kind):
            raise _NoReply(f"a {plain['type']} block (item {place}) whose {key!r} is no {_KINDS[kind.__name__]}")
    return plain


def _may_call(content: list[dict[str, Any]], request: MessagesRequest) -> None:
    """Hold a script to what the request says about tools; a real model cannot do otherwise."""
    choice = request.tool_choice or {"type": "auto"}
    called = [block["name"] for block in content if block["type"] == "tool_use"]
    match choice["type"]:
        case "none" if called:
            raise _NoReply("a tool call, although the request's tool_choice is none")
        case "any" if not called:
            raise _NoReply("no tool call, although the request's tool_choice asks for one")
        case "tool" if set(called) != {choice["name"]}:
            raise _NoReply(f"no call of {choice['name']!r} alone, which the request's tool_choice asks for")
    if len(called) > 1 and choice.get("disable_parallel_tool_use"):
        raise _NoReply(f"{len(called)} tool calls, although the request allows one at a time")


def _a_kind(value: object) -> str:
    return "None" if value is None else f"an object of the type {type(value).__name__}"
