"""Message lists and the content blocks in them: the smallest words everything else is written in.

A *message* is a mapping with a `role` and a `content`. The content is a string or a list of *content blocks*. The
SDK returns blocks as objects and accepts them back in a request, so a history holds mappings and objects side by side.
"""

from collections.abc import Mapping
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
    content = message.get("content", ())
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list | tuple):
        raise TypeError(f"a message's content is a string or a list of content blocks, not {type(content).__name__}")
    return [plain_block(block) for block in content]


def text_of(message: Message) -> str:
    """Return the text a person would read in a message: its text blocks, put together as they are.

    A reply with citations comes in many text blocks of one sentence. Tool calls, tool results, thinking and images are
    left out.
    """
    return "".join(str(block["text"]) for block in blocks(message) if block.get("type") == "text")
