"""What a history keeps of a reply: all that can be sent back, so that the next turn is never refused because of it.

Two things of a reply cannot come back. Blank text is refused (cases 020 and 022 in `tests/cases`; Anthropic's page
"Handling stop reasons" on empty replies). A call is refused without its result, and one in a reply that was cut is not
run: its input may be half of what the model meant.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from turnkeeper.messages import THOUGHT, Block, Message
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
    gone = {id(block) for block in content if _is_blank(block, spoken) or (cut and block["type"] == "tool_use")}
    left = [block for block in content if id(block) not in gone]
    calls = any(block["type"] == "tool_use" for block in left)
    goes_on = calls or (stop_reason == "pause_turn" and bool(left) and _can_go_on(left[-1], model))
    if not goes_on:
        gone |= {id(block) for block in _waiting([content])}
    [said] = _without(gone, [content], model)
    if goes_on:
        return Kept(said, goes_on=True)
    while said and said[-1]["type"] in THOUGHT:
        said.pop()
    if said:
        return Kept(said, goes_on=False)
    note = _CUT.get(stop_reason or "", EMPTY_REPLY)
    return Kept([{"type": "text", "text": note}], goes_on=False, note=note)


def kept_turn(turn: Sequence[Message], model: Model | None) -> list[Message]:
    """Return what is kept of a finished turn: all but calls of the API's own tools that never got their result.

    Such a call may wait while other tools are answered, for the result comes with a later reply. A turn that ends
    before that would be refused.

    Args:
        turn: Its messages. One whose call goes holds more than the call.
        model: The row of the model, None for one that is not known.
    """
    contents = [message["content"] if message["role"] == "assistant" else () for message in turn]
    left = _without({id(block) for block in _waiting(contents)}, contents, model)
    pairs = zip(turn, left, strict=True)
    return [{**message, "content": said} if message["role"] == "assistant" else message for message, said in pairs]


def _is_blank(block: Block, spoken: bool) -> bool:
    """Tell whether a text is refused: an empty one always, white space where nothing else is said in words."""
    return block["type"] == "text" and not (block["text"] if spoken else block["text"].strip())


def _can_go_on(last: Block, model: Model | None) -> bool:
    """Tell whether a paused reply can be sent back. What ends in text is a begun reply, which few models take."""
    if last["type"] != "text":
        return last["type"] not in THOUGHT
    return model is not None and model.prefill and not last["text"][-1].isspace()


def _waiting(contents: Sequence[Sequence[Block]]) -> list[Block]:
    """The calls of the API's own tools that have no result."""
    answered = {block["tool_use_id"] for content in contents for block in content if block["type"] in RESULTS}
    return [
        block for content in contents for block in content if block["type"] in CALLS and block["id"] not in answered
    ]


def _without(gone: Collection[int], contents: Sequence[Sequence[Block]], model: Model | None) -> list[list[Block]]:
    """The contents of replies without some blocks, and without the thinking behind them where it is bound."""
    binds = model is None or model.binds_thinking
    left: list[list[Block]] = []
    moved = False
    for content in contents:
        left.append([])
        for block in content:
            moved = moved or id(block) in gone
            if id(block) not in gone and not (moved and binds and block["type"] in THOUGHT):
                left[-1].append(block)
    return left
