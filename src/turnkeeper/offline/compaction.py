"""Compaction: a summary takes the place of the messages it tells of, at a threshold or on demand.

Sources: Anthropic's page "Compaction" (read in September 2026) and `types/beta/beta_compact*` of the SDK 2.14.0. Ours
are the default prompt and what the model reads in front of a summary (`INTRODUCTION`).
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from turnkeeper.messages import Block, Message, blocks
from turnkeeper.offline.compaction_rules import is_compaction, signature_of
from turnkeeper.offline.edits import COMPACT, edits_of
from turnkeeper.offline.limits import end
from turnkeeper.offline.reply import Said
from turnkeeper.offline.request import MessagesRequest
from turnkeeper.validity.system_role import TOOL_CHANGES

DEFAULT_TRIGGER = 150_000
"""Input tokens at which `compact_20260112` compacts when it says nothing else."""
INTRODUCTION = "Summary of the conversation up to here:\n\n"
"""What the model reads in front of a summary."""
DEFAULT_PROMPT = (
    "Write a summary of the conversation above. It will take the place of these messages, so keep everything that is "
    "needed to go on: what was asked for, facts and decisions, what has been done, and what is still open. Answer with "
    "the summary alone, and call no tool."
)

Ask = Callable[[MessagesRequest], Said]
"""Who writes the summary: a function from the request for it to what was said."""


@with_config(ConfigDict(strict=True, extra="forbid"))
class Compaction(TypedDict):
    """The shape of the field `compaction`."""

    type: Literal["summarize"]
    instructions: NotRequired[Annotated[str, Field(max_length=16_384)] | None]


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of asking for a summary.

    Attributes:
        text: The summary; None when there is none.
        stop_reason: Why the writing stopped; "compaction" when there is a summary.
        usage: The tokens it took, as an item of `usage.iterations`.
    """

    text: str | None
    stop_reason: str
    usage: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Compacted:
    """A request whose threshold was reached.

    Attributes:
        block: The compaction block with which the response begins; its content is None when no summary came.
        request: What the model sees now.
        usage: The tokens of the summary, as an item of `usage.iterations`.
        pause: True when the response holds the block only, with the stop reason "compaction".
    """

    block: dict[str, Any]
    request: MessagesRequest
    usage: dict[str, Any]
    pause: bool


def seen(messages: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the messages as the model sees them: those before the last summary are gone, and it stands as text.

    Args:
        messages: The list as sent; it is not changed. A compaction block without content changes nothing.
    """
    started: list[dict[str, Any]] = []
    for message in messages:
        if not any(map(is_compaction, blocks(message))):
            started.append(message)
            continue
        rest: list[Block] = []
        for block in blocks(message):
            if not is_compaction(block):
                rest.append(block)
            elif block.get("content") is not None:
                started, rest = [_as_text(block)], []
        if rest:
            started.append({**message, "content": rest})
    return started


def _as_text(block: Block) -> dict[str, Any]:
    marker = {"cache_control": block["cache_control"]} if block.get("cache_control") else {}
    text = {"type": "text", "text": f"{INTRODUCTION}{block['content']}", **marker}
    return {"role": "user", "content": [text]}


def compact_on_demand(request: MessagesRequest, ask: Ask) -> tuple[list[dict[str, Any]], Summary]:
    """Answer a request that holds the field `compaction`.

    Args:
        request: The request as the model sees it.
        ask: Who writes the summary.

    Returns:
        The content of the response, which is empty when no summary came, and the summary.
    """
    summary = _summarize(request, request.fields["compaction"].get("instructions"), ask)
    if summary.text is None:
        return [], summary
    changes = _tool_changes(request.fields["messages"])
    signature = signature_of(summary.text, changes)
    return [{"type": "compaction", "content": summary.text, "signature": signature, "tool_changes": changes}], summary


def compact_at_threshold(request: MessagesRequest, ask: Ask) -> Compacted | None:
    """Compact a conversation that has reached the threshold of `compact_20260112`.

    Args:
        request: The request as the model sees it, after the edits that clear something.
        ask: Who writes the summary.

    Returns:
        None when the request does not ask for it, or is below the threshold.
    """
    edit = next((edit for edit in edits_of(request.fields) if edit["type"] == COMPACT), None)
    if edit is None or request.input_tokens < (edit.get("trigger") or {"value": DEFAULT_TRIGGER})["value"]:
        return None
    summary = _summarize(request, edit.get("instructions"), ask)
    block = {"type": "compaction", "content": summary.text}
    left = request if summary.text is None else request.with_messages([_as_text(block)])
    return Compacted(block, left, summary.usage, edit.get("pause_after_compaction", False))


def usage_with(compaction: Mapping[str, Any], usage: Mapping[str, Any]) -> dict[str, Any]:
    """Return the usage of a response whose message follows a compaction: both stand in `iterations`.

    Args:
        compaction: The usage of the compaction, which the top level leaves out.
        usage: The usage of the message.
    """
    return {**usage, "iterations": [dict(compaction), {"type": "message", **usage}]}


def _summarize(request: MessagesRequest, instructions: str | None, ask: Ask) -> Summary:
    prompt = instructions if instructions and instructions.strip() else DEFAULT_PROMPT
    asked = replace(
        request.with_messages([*request.messages, {"role": "user", "content": prompt}]),
        tool_choice=None,  # a forced tool could write no summary
        fields={name: value for name, value in request.fields.items() if name not in ("tool_choice", "stop_sequences")},
    )
    size = asked.input_tokens
    if size > request.model.window:
        return Summary(None, "model_context_window_exceeded", _usage(0, 0))
    ended = end(ask(asked), asked, size)
    usage = _usage(size, ended.output_tokens)
    text = "".join(block["text"] for block in ended.content if block["type"] == "text")
    if ended.stop_reason != "end_turn" or not text.strip():
        return Summary(None, ended.stop_reason, usage)
    return Summary(text, "compaction", usage)


def _usage(input_tokens: int, output_tokens: int) -> dict[str, Any]:
    """Return the usage of a compaction; the offline API reads and writes no cache for it."""
    return {
        "type": "compaction",
        "input_tokens": input_tokens,
        "output_tokens": output_tokens,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
    }


def _tool_changes(messages: Sequence[Message]) -> list[Block]:
    """Return the tool changes of a range, the last one of each tool, in the order in which they were made."""
    changes: dict[str, Block] = {}
    for message in messages:
        for block in blocks(message):
            inner = (block.get("tool_changes") or ()) if is_compaction(block) else (block,)
            for change in inner:
                if change.get("type") in TOOL_CHANGES:
                    name = _tool_name(change.get("tool"))
                    changes.pop(name, None)
                    changes[name] = change
    return list(changes.values())


def _tool_name(tool: object) -> str:
    match tool:
        case {"name": str(name)} | {"definition": {"name": str(name)}}:
            return name
        case _:
            return json.dumps(tool, sort_keys=True)
