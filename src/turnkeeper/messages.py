"""Message lists and the content blocks in them: the smallest words everything else is written in.

A *message* is a mapping with a `role` and a `content`. The content is a string or a list of *content blocks*. The
SDK returns blocks as objects and accepts them back in a request, so a history holds mappings and objects side by side.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Block = Mapping[str, Any]
Message = Mapping[str, Any]

THOUGHT = ("thinking", "redacted_thinking")
"""The types of the blocks that hold what the model thought."""


def plain_block(block: object) -> Block:
    """Return one content block as a mapping, whether it came from code or from an SDK response.

    Args:
        block: A mapping, or one of the SDK's block objects.

    Raises:
        TypeError: If it is neither.
    """
    if type(block) is dict or isinstance(block, Mapping):  # the first is much faster, and nearly always enough
        return block
    dump = getattr(block, "model_dump", None)
    if dump is None:
        raise TypeError(f"a content block is a mapping or an SDK block, not {type(block).__name__}")
    dumped: Block = dump(mode="json", exclude_none=True)
    return dumped


def blocks(message: Message) -> list[Block]:
    """Return a message's content as a list of blocks; a string counts as one text block.

    Source: `types/message_param.py` of the `anthropic` SDK ("a string is shorthand for one text block"). A system
    message may have none (`types/beta/beta_system_message_param.py`).

    Raises:
        TypeError: If the content is neither a string nor a list of blocks.
    """
    return [plain_block(block) for block in content_of(message)]


def content_of(message: Message) -> Sequence[object]:
    """Return a message's content blocks as they stand in it, mappings and SDK objects; a string is one text block.

    Raises:
        TypeError: If the content is neither a string nor a list of blocks.
    """
    content = message.get("content", ())
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if type(content) is not list and not isinstance(content, list | tuple):
        raise TypeError(f"a message's content is a string or a list of content blocks, not {type(content).__name__}")
    return content


def content_at(messages: Sequence[Message], place: int) -> Sequence[object]:
    """Return the content blocks of one message of a history, as `content_of` does.

    Args:
        messages: The history.
        place: The place of the message, from 0.

    Raises:
        TypeError: If there is something else than a message; the sentence names the place.
    """
    message = messages[place]
    try:
        return content_of(message)
    except (TypeError, AttributeError) as fault:
        reason = fault if isinstance(message, Mapping) else f"it is of the type {type(message).__name__}"
        raise TypeError(f"messages.{place} is no message with a role and content: {reason}") from None


def part_of(block: object, name: str) -> Any:
    """Return one field of a content block, None when it has none. It spares an SDK block the way into a mapping.

    Args:
        block: A mapping, or one of the SDK's block objects.
        name: The name of the field.
    """
    plain = type(block) is dict or isinstance(block, Mapping)  # the first is much faster, and nearly always enough
    return block.get(name) if plain else getattr(block, name, None)  # type: ignore[attr-defined]


def types_of(message: Message) -> list[str]:
    """Return the types of a message's content blocks, in order; a string counts as one text block.

    Raises:
        TypeError: If the content is neither a string nor a list of blocks.
    """
    return [str(part_of(block, "type")) for block in content_of(message)]


def text_of(message: Message) -> str:
    """Return the text a person would read in a message: its text blocks, put together as they are.

    A reply with citations comes in many text blocks of one sentence. Tool calls, tool results, thinking and images are
    left out.
    """
    return "".join(str(block.get("text", "")) for block in blocks(message) if block.get("type") == "text")


def well_formed(text: str) -> str:
    """Return a text that UTF-8 can hold, and so a request: each half of a surrogate pair becomes a question mark.

    JSON can name half a character, and a text that was cut in the middle of one holds it. The SDK raises
    `UnicodeEncodeError` for every request with such a text.

    Args:
        text: The text. JSON, with such halves in its texts, stays JSON.
    """
    return text.encode(errors="replace").decode()


def starts_turn(message: Message) -> bool:
    """Tell whether a message starts a turn: it is the user's, and brings no tool result.

    A message with results goes on with the turn in which they were asked for, also when the user says more in it.

    Args:
        message: A message of any role.
    """
    return message.get("role") == "user" and "tool_result" not in types_of(message)


def turns(messages: Sequence[Message]) -> list[list[Message]]:
    """Return the turns of a history, the oldest first. Put together again they are the history.

    A turn starts at a message of the user without tool results, and runs to the next such message. What stands before
    the first of them, a greeting or the rest of a bad cut, belongs to the first turn.

    Args:
        messages: The history.

    Returns:
        A list of messages for each turn; none for an empty history.
    """
    found: list[list[Message]] = []
    opened = False
    for message in messages:
        starts = starts_turn(message)
        if not found or (starts and opened):
            found.append([])
        opened = opened or starts
        found[-1].append(message)
    return found
