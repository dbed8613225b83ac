r"""The stand-in token counter: a declared estimate, the same everywhere.

No tokenizer of Claude 3 or later is public, and the only truth is the API's own `count_tokens`. So the offline API
counts *stand-in tokens*: pieces of words, made so that English prose comes out near the ratio Anthropic publishes
(about 1.8 tokens a word since Claude 4.7, about 1.33 before; "Models overview", read August 2026). Expect errors of
tens of percent on a single text. The constants per message, request, tool block and unmeasured picture are ours, not
Anthropic's; the hidden prompt that comes with tools is from its table (`Model.tool_prompt`).

The character classes are spelled out, and not `\w`, so that a newer Unicode table in another Python changes no count.
"""

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pydantic_core import PydanticSerializationError, to_json

from turnkeeper.image_size import image_size
from turnkeeper.messages import Block, Message, blocks, plain_block
from turnkeeper.models import FORCED, Model

PER_REQUEST = 3
PER_MESSAGE = 3
PER_TOOL_BLOCK = 8
PIXELS_PER_TOKEN = 28
"""A picture costs a token for each square of 28 by 28 pixels (Anthropic's page "Vision", read August 2026)."""
UNMEASURED_PICTURE = 1_600
"""Tokens of a picture or a document whose size is not to be seen, such as one behind a URL."""

_NOT_READ = ("cache_control", "signature", "data", "source")  # parts of a block that the model does not read as text

_LATIN = re.compile("[0-9A-Za-z_\u00c0-\u024f]+")  # words that are cut into pieces of a few letters
_SCRIPT = re.compile("[\u0370-\u1fff]+")  # Greek, Cyrillic, Arabic, the scripts of India …: two letters a piece
_BLANKS = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


LONGEST_REMEMBERED = 2_000
"""Characters of the longest text whose count is remembered: a history comes again with every turn."""


def text_tokens(text: str, letters_per_piece: int = 3) -> int:
    """Count the stand-in tokens of a text.

    Adding text at the end never lowers the count; white space costs nothing.

    Args:
        text: Any text.
        letters_per_piece: Letters of a Latin word that make one token.

    Returns:
        Stand-in tokens, 0 for an empty text.
    """
    return (_counted if len(text) > LONGEST_REMEMBERED else _remembered)(text, letters_per_piece)


def _counted(text: str, letters_per_piece: int) -> int:
    # Han, kana, Hangul, emoji, punctuation: one token each. Counting all characters so, and taking off what the
    # letters of a word share, is several times faster than going from piece to piece.
    count = len(text) - sum(map(text.count, _BLANKS))
    for words, letters in ((_LATIN, letters_per_piece), (_SCRIPT, 2)):
        for length, times in Counter(map(len, words.findall(text))).items():
            count -= (length - -(-length // letters)) * times
    return count


_remembered = lru_cache(maxsize=8_192)(_counted)


def cut_text(text: str, most: int, letters_per_piece: int = 3) -> str:
    """Return the longest beginning of a text that has at most so many stand-in tokens.

    Args:
        text: Any text.
        most: Tokens that may be kept, 0 or more.
        letters_per_piece: Letters of a Latin word that make one token.
    """
    if text_tokens(text, letters_per_piece) <= most:
        return text
    # Counts never fall with length, so the place of the cut can be searched for in halves.
    lengths = range(len(text))
    return text[: bisect_right(lengths, most, key=lambda length: _counted(text[:length], letters_per_piece)) - 1]


def block_tokens(block: Block, letters_per_piece: int = 3) -> int:
    """Count the stand-in tokens of one content block; a marker for the cache costs none."""
    match block.get("type"):
        case "text":
            return text_tokens(str(block.get("text", "")), letters_per_piece)
        case "thinking":
            return text_tokens(str(block.get("thinking", "")), letters_per_piece)
        case "tool_use":
            call = f"{block.get('name', '')} {_as_json(block.get('input', {}))}"
            return PER_TOOL_BLOCK + text_tokens(call, letters_per_piece)
        case "tool_result":
            return PER_TOOL_BLOCK + _content_tokens(block.get("content", ""), letters_per_piece)
        case "image":
            return _picture_tokens(block.get("source"))
        case "document":
            return _document_tokens(block, letters_per_piece)
        case _:
            return text_tokens(_as_json(_read(block)), letters_per_piece)


def message_tokens(message: Message, letters_per_piece: int = 3) -> int:
    """Count the stand-in tokens of one message, its fixed cost included."""
    content = message.get("content", ())
    if isinstance(content, str):
        return PER_MESSAGE + text_tokens(content, letters_per_piece)
    count = PER_MESSAGE
    for block in blocks(message):
        count += block_tokens(block, letters_per_piece)
    return count


def tool_tokens(tool: Mapping[str, Any], letters_per_piece: int = 3) -> int:
    """Count the stand-in tokens of one tool definition."""
    return text_tokens(_as_json(_read(tool)), letters_per_piece)


def request_tokens(
    messages: Sequence[Message],
    *,
    model: Model,
    system: str | Sequence[Block] | None = None,
    tools: Sequence[Mapping[str, Any]] = (),
    tool_choice: Mapping[str, Any] | None = None,
) -> int:
    """Count the stand-in tokens of a whole request: instructions, tools and every message.

    This one function serves `count_tokens`, the reported `usage`, the prompt cache and the errors about length.

    Args:
        messages: The list of messages that is sent.
        model: A row of `MODELS`; its tokenizer family decides how words are cut.
        system: The system prompt, as text or as text blocks.
        tools: The tool definitions.
        tool_choice: The request's `tool_choice`; a forced one comes with a longer hidden prompt.
    """
    letters = model.letters_per_piece
    count = PER_REQUEST + _content_tokens(system or "", letters)
    if tools:
        forced = tool_choice is not None and tool_choice.get("type") in FORCED
        count += model.tool_prompt[forced] + sum(tool_tokens(tool, letters) for tool in tools)
    for message in messages:
        count += message_tokens(message, letters)
    return count


def _content_tokens(content: str | Sequence[object], letters_per_piece: int) -> int:
    if isinstance(content, str):
        return text_tokens(content, letters_per_piece)
    return sum(block_tokens(plain_block(block), letters_per_piece) for block in content)


def _picture_tokens(source: object) -> int:
    data = source.get("data") if isinstance(source, Mapping) else None
    size = image_size(data) if isinstance(data, str) else None
    if size is None:
        return UNMEASURED_PICTURE
    width, height = size
    return -(-width // PIXELS_PER_TOKEN) * -(-height // PIXELS_PER_TOKEN)


def _document_tokens(block: Block, letters_per_piece: int) -> int:
    """Count a document: its own text where it is text; pages of a PDF cannot be seen here."""
    source = block.get("source")
    heads = sum(text_tokens(str(block.get(part) or ""), letters_per_piece) for part in ("title", "context"))
    match source:
        case {"type": "text", "data": str(text)}:
            return heads + text_tokens(text, letters_per_piece)
        case {"type": "content", "content": str() | list() as content}:
            return heads + _content_tokens(content, letters_per_piece)
        case _:
            return heads + UNMEASURED_PICTURE


def _read(block: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in block.items() if key not in _NOT_READ}


def _as_json(value: object) -> str:
    try:
        return to_json(value).decode()
    except PydanticSerializationError:  # half a character, or an object of the reader's
        return json.dumps(value, ensure_ascii=False, default=repr)
