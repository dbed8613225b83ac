"""A prompt as the cache sees it: its blocks in order, what each is known by, and what else decides a match.

Everything here is from Anthropic's page "Prompt caching" (snapshots of 21 August and 26 September 2026); what the page
leaves open is marked as ours.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Any

from turnkeeper.messages import Block, blocks, plain_block
from turnkeeper.offline.request import MessagesRequest
from turnkeeper.tokens import PER_MESSAGE, block_tokens, request_tokens, tool_tokens
from turnkeeper.validity.markers import can_carry, ttl
from turnkeeper.validity.pictures import with_inner

LEVELS = ("tools", "system", "messages")
"""The levels of a prompt, in order. A change in one spoils the cache for it and for those behind it."""

_NOTHING: Block = {"type": "text", "text": ""}
_RUNS = ("tool_use", "tool_result")
_AS_SENT = ("input", "input_schema")  # the order of keys counts here; the API reads the others by name
_MEDIUM_EFFORT = ("claude-opus-5-5", "claude-haiku-5-5")
"""Models whose default effort is medium; it is high elsewhere ("Models overview", November 2026)."""


@dataclass(frozen=True, slots=True)
class Part:
    """One block of the prompt.

    Attributes:
        level: The field of the request it stands in, one of `LEVELS`.
        block: The tool definition or content block.
        role: The role of its message; empty outside messages.
        opens: True for the first block of a message.
        beside: What else its message holds, such as `output_config`; for the first block only.
    """

    level: str
    block: Mapping[str, Any]
    role: str = ""
    opens: bool = False
    beside: Mapping[str, Any] | None = None


def parts(request: MessagesRequest) -> list[Part]:
    """Return the blocks of a prompt in the order tools, system, messages.

    A string counts as one block. Web search and web fetch stand behind the other tools: switching them on or off
    changes the system prompt, and leaves the tools cached ("Tool use with prompt caching").
    """
    found = [Part("tools", tool) for tool in sorted(request.tools, key=_is_of_the_web)]
    system = request.system or ()
    if isinstance(system, str):
        system = [{"type": "text", "text": system}]
    found += [Part("system", plain_block(block)) for block in system]
    for message in request.messages:
        beside = {key: value for key, value in message.items() if key not in ("role", "content")} or None
        first, *others = blocks(message) or [_NOTHING]
        found.append(Part("messages", first, message["role"], True, beside))
        found += [Part("messages", block, message["role"]) for block in others]
    return found


def has_marker(request: MessagesRequest) -> bool:
    """Return whether a request asks for caching at all, at a fraction of the cost of looking for where."""
    if request.fields.get("cache_control"):
        return True
    system = request.system if isinstance(request.system, list) else ()
    contents = (message.get("content", ()) for message in request.messages)
    marked = (block for content in contents if not isinstance(content, str) for block in content)
    return any(block.get("cache_control") for group in (request.tools, system, marked) for block in group)


def markers(request: MessagesRequest, prompt: Sequence[Part]) -> dict[int, str]:
    """Return the places of a prompt that are marked, each with its lifetime, "5m" or "1h".

    The marker at the top of a request goes to the last block that can hold one; where that one is marked already, the
    two ask for the same. A marker inside the content of a tool result marks nothing ("sub-content blocks … cannot be
    cached directly").

    Args:
        request: A request whose markers are valid.
        prompt: Its parts.
    """
    asked = {place: marker for place, part in enumerate(prompt) if (marker := part.block.get("cache_control"))}
    automatic = request.fields.get("cache_control")
    if automatic:
        last = (place for place in reversed(range(len(prompt))) if can_carry(prompt[place].block))
        asked |= dict.fromkeys(islice(last, 1), automatic)
    return {place: ttl(marker) for place, marker in asked.items()}


def known_by(part: Part) -> bytes:
    """Return what a block is known by: a hash of what it says, without its marker.

    Two neighbouring messages of one role are one turn, so where a message ends is not part of it. In a tool's schema
    and in the input of a call the order of the keys counts, as the page warns.
    """
    block = _bare(part.block)
    said = f"{_as_json([part.role, part.beside]) if part.beside else part.role}\0"
    if block.keys() == {"type", "text"} and block["type"] == "text":
        said += f"text\0{block['text']}"
    else:
        said += _as_json({key: value for key, value in block.items() if key not in _AS_SENT})
        said += "\0".join(json.dumps(block[key]) for key in _AS_SENT if key in block)
    return sha256(said.encode(errors="surrogatepass")).digest()


def joins_run(prompt: Sequence[Part], place: int) -> bool:
    """Return whether a block shares a position of the look-back with the one before it.

    A run of calls is one position, and so is a run of results (the page, since September 2026).
    """
    kind = prompt[place].block.get("type")
    return place > 0 and kind in _RUNS and prompt[place - 1].block.get("type") == kind


def part_tokens(request: MessagesRequest, prompt: Sequence[Part]) -> Iterator[int]:
    """Return the stand-in tokens of each block; together they are the tokens of the request.

    What a request costs before its first word stands with its first block, what a message costs with the first of the
    message. A forced `tool_choice` spoils only messages, so what it adds to the hidden prompt stands with the first of
    them.
    """
    letters = request.model.letters_per_piece
    without = request_tokens((), model=request.model, tools=request.tools)
    definitions = sum(tool_tokens(tool, letters) for tool in request.tools)
    due = without - definitions
    forced = request_tokens((), model=request.model, tools=request.tools, tool_choice=request.tool_choice) - without
    for part in prompt:
        if part.level == "messages":
            due += forced + PER_MESSAGE * part.opens
            forced = 0
        yield due + (tool_tokens if part.level == "tools" else block_tokens)(part.block, letters)
        due = 0


def settings(request: MessagesRequest, prompt: Iterable[Part]) -> tuple[str, str, str]:
    """Return what a match at each level depends on besides the blocks ("What invalidates the cache").

    Tools: the model. System: citations and speed. Messages: the tool choice, whether there are images anywhere, the
    thinking configuration and `output_config`. A setting that says the default is no change. Some models put the
    thinking configuration before the tools; which ones is not published, so here it spoils messages only.
    """
    inside = [block for part in prompt if part.level == "messages" for _, block in with_inner(part.block, "")]
    cites = any(isinstance(cited := block.get("citations"), Mapping) and cited.get("enabled") for block in inside)
    images = any(block.get("type") == "image" for block in inside)
    choice = {key: value for key, value in (request.tool_choice or {"type": "auto"}).items() if value}
    thinking: Mapping[str, Any] = request.thinking or {}
    if request.model.thinking == ("adaptive",):
        thinking = {}  # there is only one way
    output = dict(request.fields.get("output_config") or {})
    if output.get("effort") == ("medium" if request.model.id in _MEDIUM_EFFORT else "high"):
        del output["effort"]
    speed = request.fields.get("speed") or "standard"
    mode = [thinking.get("type"), thinking.get("budget_tokens")]
    return request.model.id, _as_json([cites, speed]), _as_json([choice, images, mode, output])


def _is_of_the_web(tool: Mapping[str, Any]) -> bool:
    return str(tool.get("type", "")).startswith(("web_search_", "web_fetch_"))


def _bare(block: Mapping[str, Any]) -> dict[str, Any]:
    """A block without markers and without fields that are null, which say nothing."""
    bare = {key: value for key, value in block.items() if key != "cache_control" and value is not None}
    content = bare.get("content")
    if isinstance(content, list):
        bare["content"] = [_bare(inner) if isinstance(inner, Mapping) else inner for inner in content]
    return bare


def _as_json(value: object) -> str:
    return json.dumps(value, sort_keys=True)
