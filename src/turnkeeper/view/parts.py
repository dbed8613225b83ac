"""The parts of a request as segments of a bar: their tokens add up to what the whole request counts."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any

from turnkeeper.history_table import clipped
from turnkeeper.messages import Block, Message, blocks
from turnkeeper.models import Model
from turnkeeper.tokens import PER_MESSAGE, PER_REQUEST, block_tokens, request_tokens
from turnkeeper.view.kinds import FRAME, SUMMARY, SYSTEM, TOOLS, Kind, kind_of
from turnkeeper.view.picture import Segment

_WORDS = 40
"""The most columns of the words about a part."""
_READ = 4 * _WORDS
_MOST_NAMED = 3


def fixed_segments(
    model: Model,
    system: str | Sequence[Block] | None,
    tools: Sequence[Mapping[str, Any]],
    tool_choice: Mapping[str, Any] | None = None,
) -> list[Segment]:
    """Return what a request holds besides its messages.

    Args:
        model: A row of `MODELS`.
        system: The system prompt, as text or as text blocks.
        tools: The tool definitions. The hidden prompt that comes with them counts as theirs.
        tool_choice: The request's `tool_choice`.
    """
    whole = request_tokens((), model=model, system=system, tools=tools, tool_choice=tool_choice)
    prompt = request_tokens((), model=model, system=system) - PER_REQUEST
    segments = [Segment(FRAME, PER_REQUEST), Segment(SYSTEM, prompt)]
    return [*segments, Segment(TOOLS, whole - PER_REQUEST - prompt)]


def message_segments(message: Message, letters_per_piece: int, *, summary: bool = False) -> list[Segment]:
    """Return the blocks of a message as segments, neighbours of one kind as one.

    What a message costs by itself (`tokens.PER_MESSAGE`) counts to its first block.

    Args:
        message: The message.
        letters_per_piece: Letters of a Latin word that make one token, as in the table of models.
        summary: True when its text is a summary.
    """
    segments: list[Segment] = []
    for kind, part in _parts(message, summary):
        tokens = sum(block_tokens(block, letters_per_piece) for block in part)
        segments.append(Segment(kind, tokens + PER_MESSAGE * (not segments), starts=not segments))
    return segments


def preview(message: Message, *, summary: bool = False) -> str:
    """Return in a few words what a message holds: the kinds of its first blocks, and how each begins.

    Args:
        message: The message.
        summary: True when its text is a summary.
    """
    first = [_words(kind, part) for kind, part in islice(_parts(message, summary), _MOST_NAMED + 1)]
    return "; ".join([*first[:_MOST_NAMED], *["…" for _ in first[_MOST_NAMED:]]])


def _parts(message: Message, summary: bool) -> Iterator[tuple[Kind, list[Block]]]:
    """The blocks of a message in runs of one kind; one empty run if there is no block."""
    role = str(message.get("role"))

    def kind(block: Block) -> Kind:
        type = str(block.get("type"))
        return SUMMARY if summary and type == "text" else kind_of(role, type)

    held = blocks(message)
    for found, run in groupby(held, kind):
        yield found, list(run)
    if not held:
        yield kind({"type": "text"}), []


def _words(kind: Kind, part: Sequence[Block]) -> str:
    if not part:
        return "empty"
    number = f"{len(part)} × " if len(part) > 1 else ""
    said = _said(part[0])
    return clipped(f"{number}{kind.name}{f': {said}' if said else ''}", _WORDS)


def _said(block: Block) -> str:
    """The beginning of what a block says, on one line. A long text is not read to its end."""
    match block.get("type"):
        case "text" | "compaction" as type:
            said = block.get("text" if type == "text" else "content")
        case "tool_result":
            said = block.get("content")
        case str(type) if type.endswith("tool_use"):
            return f"{block.get('name')} {json.dumps(block.get('input'), default=repr, ensure_ascii=False)[:_READ]}"
        case "document":
            said = block.get("title")
        case _:
            said = None
    if isinstance(said, list | tuple):
        said = next((part["text"] for part in said if isinstance(part, Mapping) and "text" in part), "")
    return " ".join(str(said or "")[:_READ].split())
