"""What a script may answer, and the sentence that says so when it answers something else."""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, count
from pathlib import Path
from traceback import walk_tb
from typing import Any

from turnkeeper.faults import named
from turnkeeper.messages import content_of, part_of, plain_block
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.request import MessagesRequest, Script
from turnkeeper.validity import check_history

STOP_REASONS = ("end_turn", "pause_turn", "refusal", "stop_sequence", "tool_use")
"""The stop reasons that a script may name; the others are for the API to say."""
_MAY = (
    'A script returns a text, a list of content blocks such as {"type": "text", "text": "Hello."}, '
    'or a mapping with "content" and "stop_reason".'
)
_ADDED = {"thinking": {"signature": "ours"}, "redacted_thinking": {"data": "ours"}}
"""What the API puts into a block when it signs it, whatever a script has written there."""
_PACKAGE = str(Path(__file__).parents[1])

# The client gets a sentence. The traceback is for the port, which sets a level: in process nothing is printed.
LOG = logging.getLogger("turnkeeper.offline")
LOG.setLevel(logging.CRITICAL + 1)


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
        call_ids: The beginning of the ids of tool calls to which the script gave none. They are ids that no call in the
            request has: a model that is made anew counts from 1 again, and may be sent a conversation that was stored.

    Raises:
        ApiError: With status 500 and no retry, naming the script, when it fails or answers what no reply can hold.
    """
    try:
        reply = script(request)
    except (Exception, SystemExit) as error:
        failed = f"The script of the scripted model failed: {named(error)}{_where(error)}"
        LOG.error(failed, exc_info=error)
        raise ApiError(500, failed, retry=False) from error
    try:
        said = _said(reply, _ids(call_ids, request))
        content = json.loads(json.dumps(said.content, ensure_ascii=False, allow_nan=False).encode())
        _can_be_sent_back(content, request)
        _may_call(content, request)
    except Exception as error:
        what = str(error) if isinstance(error, _NoReply) else f"something that cannot be sent as JSON ({error})"
        raise ApiError(500, f"The script of the scripted model returned {what}. {_MAY}", retry=False) from error
    return Said(content, said.stop_reason)


_LET_THROUGH = {"server_tool_use_without_result", "empty_text_block", "whitespace_only_text"}


class _NoReply(Exception):
    """What the script returned instead of a reply."""


def _ids(begin: str, request: MessagesRequest) -> Callable[[int], str]:
    """Return a function from the place of a call in a reply to an id for it."""

    @cache  # few replies need it
    def taken() -> set[object]:
        there = (block for message in request.messages for block in content_of(message))
        return {part_of(block, "id") for block in there if part_of(block, "type") == "tool_use"}

    def id_at(place: int) -> str:
        first = f"{begin}_{place}"
        return next(id for id in chain([first], (f"{first}_{again}" for again in count(2))) if id not in taken())

    return id_at


def _said(reply: object, id_at: Callable[[int], str]) -> Said:
    if isinstance(reply, Mapping) and "content" in reply:
        reason = reply.get("stop_reason")
        if reason is not None and reason not in STOP_REASONS:
            raise _NoReply(f"the stop reason {reason!r}, which is none of {', '.join(STOP_REASONS)}")
        return Said(_content(reply["content"], id_at), reason)
    return Said(_content(reply, id_at))


def _content(reply: object, id_at: Callable[[int], str]) -> list[dict[str, Any]]:
    if isinstance(reply, str):
        return [{"type": "text", "text": reply}] if reply else []
    if not isinstance(reply, list | tuple):
        raise _NoReply(_a_kind(reply))
    return [_block(place, block, id_at) for place, block in enumerate(reply)]


def _block(place: int, block: object, id_at: Callable[[int], str]) -> dict[str, Any]:
    try:
        plain = dict(plain_block(block))
    except TypeError:
        raise _NoReply(f"a list whose item {place} is {_a_kind(block)}") from None
    if not isinstance(plain.get("type"), str):
        raise _NoReply(f"a list whose item {place} has no type")
    if plain["type"] == "tool_use" and "id" not in plain:
        plain = {"type": "tool_use", "id": id_at(place), **plain}
    if "cache_control" in plain:
        raise _NoReply(f"a {plain['type']} block (item {place}) with cache_control, which is for requests alone")
    return plain


def _can_be_sent_back(content: list[dict[str, Any]], request: MessagesRequest) -> None:
    """Hold a script to what a client may send back: else the next request is refused, and the client is blamed.

    The rules are those of a history. Empty and blank texts are let through: real models do say nothing at times, and
    cannot be sent it back (anthropic-sdk-python#461). A call of a server tool may be without a result: it pauses there.
    """
    if all(
        block["type"] == "text" and block.keys() == {"type", "text"} and isinstance(block["text"], str)
        for block in content
    ):
        return  # words alone, as most replies are
    came = [block | _ADDED.get(block["type"], {}) for block in content]
    results = [{"type": "tool_result", "tool_use_id": block.get("id")} for block in came if block["type"] == "tool_use"]
    history = [
        {"role": "user", "content": "A question."},
        {"role": "assistant", "content": came},
        {"role": "user", "content": results or "Another one."},
    ]
    for problem in check_history(history, model=request.model):
        if problem.rule not in _LET_THROUGH:
            said = problem.message.removeprefix("messages.1.")
            raise _NoReply(f"content that no reply holds ({problem.rule}: {said})")


def _may_call(content: list[dict[str, Any]], request: MessagesRequest) -> None:
    """Hold a script to what the request says about tools; a real model cannot do otherwise.

    A call of a tool that the request does not offer is let through, although no real model makes one: a test of a
    client gets a call into its history that way, whatever the client sends as tools (`exercises/test_send.py` does).
    """
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


def _where(error: BaseException) -> str:
    """Name the last line of a script of the reader's own that an exception came through."""
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)][1:]
    lines = [line for file, line in frames if file == frames[0][0]]
    if not lines or frames[0][0].startswith(_PACKAGE):
        return ""
    file = Path(frames[0][0])
    return f" ({file.name}, line {lines[-1]})" if file.is_file() else f" (line {lines[-1]})"  # a cell has no file
