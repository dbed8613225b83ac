"""Context editing: what the API takes out of a conversation before the model sees it.

The list that was sent stays as it is; an edit is made anew for every request. Source: Anthropic's page "Context
editing" and `types/beta/beta_clear_*` of the SDK 2.14.0. Not published, and so ours: the text that stands in place of a
cleared result (`clearing.CLEARED`), that cleared inputs become empty, that `clear_tool_inputs` lists names of tools,
that `keep` counts the excluded tools too, that every edit measures what the edits before it left, and that results of
server tools stay.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Discriminator, Field, Tag, with_config
from typing_extensions import TypedDict

from turnkeeper.clearing import cleared, old_calls, tool_names
from turnkeeper.messages import THOUGHT, Block, Message, blocks
from turnkeeper.models import MODELS
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.request import MessagesRequest

CLEAR_TOOLS = "clear_tool_uses_20250919"
CLEAR_THINKING = "clear_thinking_20251015"
COMPACT = "compact_20260112"
EDITING_BETA = "context-management-2025-06-27"
THRESHOLD_BETA = "compact-2026-01-12"
LEAST_TRIGGER = 50_000
"""The lowest trigger of `compact_20260112`, in tokens (page "Compaction")."""

_STRICT = ConfigDict(strict=True, extra="forbid")
_Number = Annotated[int, Field(ge=0)]


@with_config(_STRICT)
class _InputTokens(TypedDict):
    type: Literal["input_tokens"]
    value: _Number


@with_config(_STRICT)
class _ToolUses(TypedDict):
    type: Literal["tool_uses"]
    value: _Number


@with_config(_STRICT)
class _Trigger(TypedDict):
    type: Literal["input_tokens", "tool_uses"]
    value: _Number


@with_config(_STRICT)
class _ThinkingTurns(TypedDict):
    type: Literal["thinking_turns"]
    value: Annotated[int, Field(gt=0)]


@with_config(_STRICT)
class _AllTurns(TypedDict):
    type: Literal["all"]


@with_config(_STRICT)
class _CompactAt(TypedDict):
    type: Literal["input_tokens"]
    value: Annotated[int, Field(ge=LEAST_TRIGGER)]


def _keep_tag(value: object) -> str:
    everything = value == "all" or (isinstance(value, dict) and value.get("type") == "all")
    return "~all" if everything else "~some"


_Keep = Annotated[
    Annotated[_ThinkingTurns, Tag("~some")] | Annotated[Literal["all"] | _AllTurns, Tag("~all")],
    Discriminator(_keep_tag),
]


@with_config(_STRICT)
class _ClearTools(TypedDict):
    type: Literal["clear_tool_uses_20250919"]
    trigger: NotRequired[_Trigger]
    keep: NotRequired[_ToolUses]
    clear_at_least: NotRequired[_InputTokens | None]
    exclude_tools: NotRequired[list[str] | None]
    clear_tool_inputs: NotRequired[bool | list[str] | None]


@with_config(_STRICT)
class _ClearThinking(TypedDict):
    type: Literal["clear_thinking_20251015"]
    keep: NotRequired[_Keep]


@with_config(_STRICT)
class _Compact(TypedDict):
    type: Literal["compact_20260112"]
    trigger: NotRequired[_CompactAt | None]
    pause_after_compaction: NotRequired[bool]
    instructions: NotRequired[str | None]


def _edit_tag(value: object) -> str | None:
    """Return what an edit calls itself. The mark in front keeps it out of the path of an error, as in the API's own."""
    if not isinstance(value, dict):
        return f"~{CLEAR_TOOLS}"  # any of them says that it is no object
    return f"~{value['type']}" if "type" in value else None


_Edit = Annotated[
    Annotated[_ClearTools, Tag(f"~{CLEAR_TOOLS}")]
    | Annotated[_ClearThinking, Tag(f"~{CLEAR_THINKING}")]
    | Annotated[_Compact, Tag(f"~{COMPACT}")],
    Discriminator(_edit_tag),
]


@with_config(_STRICT)
class ContextManagement(TypedDict, total=False):
    """The shape of the field `context_management`."""

    edits: list[_Edit]


_BETA_OF = {CLEAR_TOOLS: EDITING_BETA, CLEAR_THINKING: EDITING_BETA, COMPACT: THRESHOLD_BETA}


@dataclass(frozen=True, slots=True)
class Edited:
    """A conversation as the model sees it.

    Attributes:
        messages: The messages; those that no edit touched are the very ones that were sent.
        applied_edits: What was done, as the response reports it in `context_management.applied_edits`.
    """

    messages: list[dict[str, Any]]
    applied_edits: list[dict[str, Any]]


def edits_of(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the edits that a request body asks for, in its order."""
    edits: list[dict[str, Any]] = (fields.get("context_management") or {}).get("edits", [])
    return edits


def check_edits(fields: Mapping[str, Any], betas: frozenset[str]) -> None:
    """Check edits whose shape is in order: against the beta header, against each other, and against the model.

    Args:
        fields: The request body; its model is known.
        betas: The values of the header `anthropic-beta`.

    Raises:
        ApiError: With status 400 and the first fault.
    """
    for fault in _faults(fields, betas):
        raise ApiError(400, fault)


def _faults(fields: Mapping[str, Any], betas: frozenset[str]) -> Iterator[str]:
    model = MODELS[fields["model"]]
    kinds = [edit["type"] for edit in edits_of(fields)]
    for place, kind in enumerate(kinds):
        if _BETA_OF[kind] not in betas:  # ours: as if the edit were not known without its beta
            expected = ", ".join(f"'{known}'" for known, beta in _BETA_OF.items() if beta in betas)
            yield (
                f"context_management.edits.{place}: Input tag '{kind}' found using 'type' does not match any of the "
                f"expected tags: {expected}"
            )
        if kind in kinds[:place]:
            yield f"context_management.edits.{place}: `{kind}` may be given once only"  # ours
    if CLEAR_THINKING in kinds[1:]:
        yield f"context_management.edits: `{CLEAR_THINKING}` must be listed first"  # ours; the rule is documented
    if CLEAR_THINKING in kinds and not _may_think(fields.get("thinking"), model.thinking):
        yield f"`{CLEAR_THINKING}` strategy requires `thinking` to be enabled or adaptive"
    if COMPACT in kinds and not model.compacts:
        yield f"'{fields['model']}' does not support the '{COMPACT}' context management strategy."


def _may_think(asked: Mapping[str, Any] | None, modes: Sequence[str]) -> bool:
    return "adaptive" in modes if asked is None else asked["type"] != "disabled"


def apply_edits(request: MessagesRequest) -> Edited:
    """Make the edits of a request that clear something. Compaction is not among them: see `compaction.py`.

    Args:
        request: A request whose fields were checked. Its messages are never changed.
    """
    applied = []
    for edit in edits_of(request.fields):
        if edit["type"] == COMPACT:
            continue
        clear = _clear_tools if edit["type"] == CLEAR_TOOLS else _clear_thinking
        if (done := clear(request, edit)) is not None:
            request, report = done
            applied.append({"type": edit["type"], **report})
    return Edited(request.messages, applied)


def without_old_thinking(request: MessagesRequest) -> MessagesRequest:
    """Return a request without the thinking that its model does not keep: all but the last turn's, on some models.

    An edit that says how much thinking stays takes the place of this.
    """
    if request.model.keeps_thinking or any(edit["type"] == CLEAR_THINKING for edit in edits_of(request.fields)):
        return request
    done = _clear_thinking(request, {"keep": {"type": "thinking_turns", "value": 1}})
    return request if done is None else done[0]


def counted(request: MessagesRequest) -> dict[str, Any]:
    """Return the answer of `count_tokens`: what is left after the edits, and what there was before them."""
    if request.fields.get("context_management") is None:
        return {"input_tokens": request.input_tokens}
    return {
        "input_tokens": request.with_messages(apply_edits(request).messages).input_tokens,
        "context_management": {"original_input_tokens": request.input_tokens},
    }


_Done = tuple[MessagesRequest, dict[str, int]]


def _clear_tools(request: MessagesRequest, edit: Mapping[str, Any]) -> _Done | None:
    names = tool_names(request.messages)
    trigger = edit.get("trigger", {"type": "input_tokens", "value": 100_000})
    size = request.input_tokens if trigger["type"] == "input_tokens" else len(names)
    if size <= trigger["value"]:
        return None
    old = old_calls(names, edit.get("keep", {"value": 3})["value"], edit.get("exclude_tools") or ())
    inputs = edit.get("clear_tool_inputs") or ()
    named = set(names.values() if inputs is True else inputs)
    without_input = {id for id in old if names[id] in named}
    found: set[str] = set()

    def clear(block: Block) -> Block:
        if block.get("type") == "tool_result" and block["tool_use_id"] in old:
            found.add(block["tool_use_id"])
            return cleared(block)
        if block.get("type") == "tool_use" and block["id"] in without_input:
            return {**block, "input": {}}
        return block

    edited = request.with_messages(
        [_with_blocks(message, list(map(clear, blocks(message)))) for message in request.messages]
    )
    tokens = request.input_tokens - edited.input_tokens
    if not found or tokens < (edit.get("clear_at_least") or {"value": tokens})["value"]:
        return None
    return edited, {"cleared_tool_uses": len(found), "cleared_input_tokens": max(0, tokens)}


def _clear_thinking(request: MessagesRequest, edit: Mapping[str, Any]) -> _Done | None:
    keep = edit.get("keep", "all" if request.model.keeps_thinking else {"type": "thinking_turns", "value": 1})
    if keep == "all" or keep["type"] == "all":
        return None
    turns = _turns(request.messages)
    thoughtful = dict.fromkeys(
        turn for turn, message in zip(turns, request.messages, strict=True) if any(map(_thought, blocks(message)))
    )
    old = set(list(thoughtful)[: -keep["value"]])
    if not old:
        return None
    edited = request.with_messages(
        [
            _with_blocks(message, [block for block in blocks(message) if not _thought(block)])
            if turn in old
            else message
            for turn, message in zip(turns, request.messages, strict=True)
        ]
    )
    tokens = request.input_tokens - edited.input_tokens
    return edited, {"cleared_thinking_turns": len(old), "cleared_input_tokens": tokens}


def _thought(block: Block) -> bool:
    return block.get("type") in THOUGHT


def _turns(messages: Sequence[Message]) -> list[int]:
    """Number the turn that each message belongs to: a user message that brings more than tool results begins one."""
    numbers: list[int] = []
    for message in messages:
        begins = message["role"] == "user" and any(block.get("type") != "tool_result" for block in blocks(message))
        numbers.append((numbers[-1] if numbers else 0) + begins)
    return numbers


def _with_blocks(message: dict[str, Any], content: list[Block]) -> dict[str, Any]:
    """Return a message with other blocks; the message itself when they are the same."""
    return message if content == blocks(message) else {**message, "content": content}
