"""What a history keeps of a reply: all that can be sent back, so that the next turn is never refused because of it.

Two things of a reply cannot come back. Blank text is refused (cases 020 and 022 in `tests/cases`; Anthropic's page
"Handling stop reasons" on empty replies). A call is refused without its result, and one in a reply that was cut is not
run: its input may be half of what the model meant.
"""

from collections.abc import Sequence
from typing import NamedTuple

from turnkeeper.messages import THOUGHT, Block
from turnkeeper.models import Model
from turnkeeper.validity.server_tools import CALLS, RESULTS

EMPTY_REPLY = "(The reply was empty.)"
"""What is kept of a reply in which nothing was said. A space would be refused, and nothing at all too."""
CUT_REPLY = "(The reply was cut off before anything was said.)"
"""What is kept of a reply that ended at `max_tokens`, or at the end of the window, with nothing that can be kept."""
REFUSED_REPLY = "(The model refused to reply.)"
"""What is kept of a refusal without words. `Conversation.undo()` takes it back, together with what was asked."""

_CUT = {"max_tokens": CUT_REPLY, "model_context_window_exceeded": CUT_REPLY, "refusal": REFUSED_REPLY}


class Kept(NamedTuple):
    """What is kept of a reply.

    Attributes:
        content: Its content blocks as plain JSON.
        goes_on: True when the turn goes on behind it: calls have to be answered, or the API paused.
        note: Our own words in it, when nothing of the reply was left; otherwise empty.
    """

    content: list[Block]
    goes_on: bool
    note: str = ""


def kept_reply(content: Sequence[Block], stop_reason: str | None, model: Model | None) -> Kept:
    """Return what is kept of a reply, together with what the API said before it paused.

    Thinking at the very end goes, because nothing came of it. Where a model binds its thinking to what stands before
    it, thinking behind a block that goes is unreadable, and goes too.

    Args:
        content: The reply's content blocks as plain JSON, behind those of the reply that it continues.
        stop_reason: Why the reply ended.
        model: The row of the model, None for one that is not known.
    """
    spoken = any(block["type"] == "text" and block["text"].strip() for block in content)
    cut = stop_reason in _CUT
    said = [block for block in content if not (_is_blank(block, spoken) or (cut and block["type"] == "tool_use"))]
    calls = any(block["type"] == "tool_use" for block in said)
    paused = stop_reason == "pause_turn" and bool(said) and _goes_on(said[-1], model)
    if not (calls or paused):
        said = without_waiting(said)
    if model is None or model.binds_thinking:
        said = _readable(content, said)
    if calls or paused:
        return Kept(said, goes_on=True)
    while said and said[-1]["type"] in THOUGHT:
        said.pop()
    if said:
        return Kept(said, goes_on=False)
    note = _CUT.get(stop_reason or "", EMPTY_REPLY)
    return Kept([{"type": "text", "text": note}], goes_on=False, note=note)


def without_waiting(content: Sequence[Block]) -> list[Block]:
    """Return content blocks without the calls of the API's own tools that have no result among them."""
    answered = {block["tool_use_id"] for block in content if block["type"] in RESULTS}
    return [block for block in content if block["type"] not in CALLS or block["id"] in answered]


def _is_blank(block: Block, spoken: bool) -> bool:
    """Tell whether a text is refused: an empty one always, white space where nothing else is said in words."""
    return block["type"] == "text" and not (block["text"] if spoken else block["text"].strip())


def _goes_on(last: Block, model: Model | None) -> bool:
    """Tell whether a paused reply can be sent back: one that ends in text is a begun reply, which few models take."""
    return last["type"] != "text" or (model is not None and model.prefill)


def _readable(content: Sequence[Block], kept: Sequence[Block]) -> list[Block]:
    """Return what is kept without the thinking that stood behind something else than it does now."""
    stays = {id(block) for block in kept}
    gone = next((place for place, block in enumerate(content) if id(block) not in stays), len(content))
    behind = {id(block) for block in content[gone:] if block["type"] in THOUGHT}
    return [block for block in kept if id(block) not in behind]
