"""The choice of what is sent: with the newest message in it, and without thinking that no longer fits."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from turnkeeper.clearing import without_thinking
from turnkeeper.conversation.content import copied
from turnkeeper.messages import Block, Message, blocks
from turnkeeper.models import Model

PickHistory = Callable[[list[Message]], Sequence[Message]]
"""A function from all messages, the newest last, to those that are sent."""


class Choice(NamedTuple):
    """What is sent.

    Attributes:
        messages: The messages.
        keeps_thinking: False when thinking was left out, because the model would refuse it; so it would refuse the
            thinking of the reply behind the full history.
    """

    messages: list[Message]
    keeps_thinking: bool


def choose(messages: list[Message], pick: PickHistory | None, *, model: Model | None, new_system: bool) -> Choice:
    """Choose what is sent of a conversation.

    The last message of the choice that is no system message has to hold all that the newest one holds, each text as a
    block or as whole paragraphs. There may be more in it, such as known facts, and results may be shortened. Whatever
    else is wrong the API refuses.

    Args:
        messages: All messages, the newest last.
        pick: Who chooses; None sends them all. It gets a copy, so that it cannot change what is kept.
        model: The row of the model. One that is not known is taken to bind its thinking to what stands before it.
        new_system: True when the system prompt may be another one in every call.

    Raises:
        ValueError: If nothing was chosen, or the newest message is not at the end.
    """
    chosen = messages if pick is None else _checked(list(pick(copied(messages))), messages)
    changed = new_system or chosen != messages
    if changed and (model is None or model.binds_thinking):
        return Choice(without_thinking(chosen), keeps_thinking=False)
    return Choice(chosen, keeps_thinking=True)


def _checked(chosen: list[Message], messages: Sequence[Message]) -> list[Message]:
    talk = [message for message in chosen if message["role"] != "system"]
    if not talk:
        raise ValueError(
            f"pick_history chose none of the {len(messages)} messages: return a list that ends with the newest one"
        )
    newest, last = messages[-1], talk[-1]
    if not _holds(last, newest):
        raise ValueError(
            f"pick_history chose {len(chosen)} of the {len(messages)} messages and left out the newest, which has the "
            f"role {newest['role']}: return a list that ends with it"
        )
    return chosen


def _holds(last: Message, newest: Message) -> bool:
    there = [_what(block) for block in blocks(last)]
    said = "\n\n".join(["", *(_text(block) for block in blocks(last)), ""])

    def holds(block: Block) -> bool:
        if block.get("type") != "text":
            return _what(block) in there
        return not _text(block).strip() or f"\n\n{_text(block)}\n\n" in said

    return last["role"] == newest["role"] and all(map(holds, blocks(newest)))


def _text(block: Block) -> str:
    """Return the text of a text block; that of any other is empty."""
    return str(block.get("text", "")) if block.get("type") == "text" else ""


def _what(block: Block) -> object:
    """Return what makes a block the same: the id of a call or a result, or all of it but a marker for the cache."""
    id = block.get("tool_use_id") or block.get("id")
    return id or {key: value for key, value in block.items() if key != "cache_control"}
