"""What can be taken out of messages while each of them stays in its place: old tool results, and thinking.

The text that stands in place of a cleared result is ours, the same that the offline API puts there for the edit
`clear_tool_uses_20250919`; what the API puts there is not published.
"""

from collections.abc import Collection, Mapping, Sequence
from operator import is_

from turnkeeper.messages import THOUGHT, Block, Message, content_at, content_of, part_of, plain_block
from turnkeeper.tokens import block_tokens

CLEARED = "[tool result cleared]"
"""What the model reads in place of a cleared result."""
LEFT_OUT = "[thinking left out]"
"""What the model reads in place of a message that held nothing but thinking, since no message may be empty."""


def clear_tool_results(messages: Sequence[Message], *, keep: int = 3, exclude: Collection[str] = ()) -> list[Message]:
    """Return a history in which the contents of old tool results are replaced by a placeholder.

    Every call keeps its result, so the history stays valid, and the model can see that it may call again. A result that
    is not longer than the placeholder stays as it is. Messages without old results are the same objects as before.

    Args:
        messages: The history.
        keep: How many of the newest results keep their contents, 0 or more. Results of excluded tools count too.
        exclude: Names of tools whose results always keep their contents.

    Raises:
        ValueError: If keep is negative.
        TypeError: If exclude is one text, or something in the history is no message; the sentence names its place.
    """
    if keep < 0:
        raise ValueError(f"keep is a number of tool results: 0 or more, not {keep}")
    if isinstance(exclude, str):
        raise TypeError(f"exclude is a collection of names, and not one text: write [{exclude!r}]")
    results = {
        str(part_of(block, "tool_use_id"))
        for place in range(len(messages))
        for block in content_at(messages, place)
        if part_of(block, "type") == "tool_result"
    }
    answered = {id: name for id, name in tool_names(messages).items() if id in results}
    old = old_calls(answered, keep, exclude)
    return [_cleared_in(message, old) for message in messages]


def tool_names(messages: Sequence[Message]) -> dict[str, str]:
    """Return the names of the tools that were called, by the ids of the calls, in the order of the calls."""
    return {
        str(part_of(block, "id")): str(part_of(block, "name"))
        for message in messages
        for block in content_of(message)
        if part_of(block, "type") == "tool_use"
    }


def old_calls(names: Mapping[str, str], keep: int, exclude: Collection[str]) -> set[str]:
    """Return the ids of the calls whose results are to be cleared.

    Args:
        names: The names of the tools, by the ids of their calls, the oldest first.
        keep: How many of the newest are kept.
        exclude: Names of tools whose results are kept.
    """
    excluded = set(exclude)
    return {id for id in list(names)[: max(0, len(names) - keep)] if names[id] not in excluded}


def cleared(result: Block) -> Block:
    """Return a tool result with the placeholder as its content."""
    return {**result, "content": CLEARED}


def without_thinking(messages: Sequence[Message]) -> list[Message]:
    """Return a history without what the model thought, for a model that reads it only behind unchanged messages.

    On the models with `Model.binds_thinking` a thinking block is refused once something in front of it was cut or
    changed; all blocks may be left out together (Anthropic's page "Preserved thinking"). Not for a history that ends
    with tool results while thinking is set by hand: that needs its thinking. Messages without thinking are the same
    objects as before.

    Args:
        messages: The history.

    Raises:
        TypeError: If something in the history is no message; the sentence names its place.
    """
    return [_without_thinking_in(message, content_at(messages, place)) for place, message in enumerate(messages)]


def _cleared_in(message: Message, old: Collection[str]) -> Message:
    before = content_of(message)
    content = [_shortened(block, old) for block in before]
    return message if all(map(is_, content, before)) else {**message, "content": content}


def _shortened(block: object, old: Collection[str]) -> object:
    if part_of(block, "type") != "tool_result" or str(part_of(block, "tool_use_id")) not in old:
        return block
    result = plain_block(block)
    placeholder = cleared(result)
    return placeholder if block_tokens(placeholder) < block_tokens(result) else block


def _without_thinking_in(message: Message, content: Sequence[object]) -> Message:
    rest = [block for block in content if part_of(block, "type") not in THOUGHT]
    if len(rest) == len(content):
        return message
    says = any(part_of(block, "type") != "text" or str(part_of(block, "text")).strip() for block in rest)
    return {**message, "content": rest if says else [{"type": "text", "text": LEFT_OUT}]}
