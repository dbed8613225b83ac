"""Where a reply ends: at a stop sequence, at `max_tokens`, or at the end of the context window."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from turnkeeper.models import Model
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.reply import Said
from turnkeeper.offline.request import MessagesRequest
from turnkeeper.tokens import block_tokens, cut_text

_CUT_PARTS = {"text": "text", "thinking": "thinking"}


@dataclass(frozen=True, slots=True)
class Ended:
    """A reply that has been ended.

    Attributes:
        content: The content blocks that are sent.
        stop_reason: Why it ends, in the API's word.
        stop_sequence: The stop sequence it ended at, if it did.
        output_tokens: Stand-in tokens of the reply.
    """

    content: list[dict[str, Any]]
    stop_reason: str
    stop_sequence: str | None
    output_tokens: int


def end(said: Said, request: MessagesRequest, input_tokens: int) -> Ended:
    """End a reply where the API would.

    Args:
        said: What the script said.
        request: The request it answers, for its limits.
        input_tokens: Tokens of the request; with the reply they must fit the window.

    A tool call that is cut is sent without its input. That is ours: what the API sends of a half call is not written
    down, only that it is not complete.
    """
    content, sequence = _to_sequence(said.content, request.fields.get("stop_sequences") or ())
    room = request.model.window - input_tokens
    kept, used, cut = _to_tokens(content, min(request.max_tokens, room), request.model.letters_per_piece)
    if cut:
        return Ended(kept, "max_tokens" if request.max_tokens <= room else "model_context_window_exceeded", None, used)
    if sequence is not None:
        return Ended(kept, "stop_sequence", sequence, used)
    calls = any(block["type"] == "tool_use" for block in kept)
    return Ended(kept, said.stop_reason or ("tool_use" if calls else "end_turn"), None, used)


def check_length(input_tokens: int, model: Model) -> None:
    """Refuse a request that does not fit the window.

    Args:
        input_tokens: Tokens of the request.
        model: The model that is named.

    Raises:
        ApiError: With status 400 and both numbers. Before Claude 4.5 `max_tokens` counted too; none of these models is.
    """
    if input_tokens > model.window:
        raise ApiError(400, f"prompt is too long: {input_tokens} tokens > {model.window} maximum")


def _to_sequence(content: list[dict[str, Any]], sequences: Sequence[str]) -> tuple[list[dict[str, Any]], str | None]:
    """Cut the reply in front of the first stop sequence in its text."""
    for place, block in enumerate(content):
        if block["type"] == "text":
            found = [(at, sequence) for sequence in sequences if (at := block["text"].find(sequence)) >= 0]
            if found:
                at, sequence = min(found)
                shorter = [{**block, "text": block["text"][:at]}] if at else []
                return content[:place] + shorter, sequence
    return content, None


def _to_tokens(content: list[dict[str, Any]], most: int, letters: int) -> tuple[list[dict[str, Any]], int, bool]:
    """Cut the reply after so many tokens; say how many are used, and whether something was cut."""
    kept: list[dict[str, Any]] = []
    used = 0
    for block in content:
        size = block_tokens(block, letters)
        if used + size > most:
            part = _CUT_PARTS.get(block["type"])
            if part is not None and (shorter := cut_text(block[part], most - used, letters)).strip():
                kept.append({**block, part: shorter})
            elif block["type"] == "tool_use" and used < most:
                kept.append({**block, "input": {}})
            return kept, sum(block_tokens(one, letters) for one in kept), True
        kept.append(block)
        used += size
    return kept, used, False
