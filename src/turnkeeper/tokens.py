r"""The stand-in token counter: a declared estimate, the same everywhere.

No tokenizer of Claude 3 or later is public, and the only truth is the API's own `count_tokens`. So the offline API
counts *stand-in tokens*: pieces of words, made so that English prose comes out near the ratio Anthropic publishes
(about 1.8 tokens a word since Claude 4.7, about 1.33 before; "Models overview", read August 2026). Expect errors of
tens of percent on a single text. The constants per message, request and tool block are ours, not Anthropic's.

The character classes are spelled out, and not `\w`, so that a newer Unicode table in another Python changes no count.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from turnkeeper.messages import Block, Message, blocks, plain_block
from turnkeeper.models import Model

PER_REQUEST = 3
PER_MESSAGE = 3
PER_TOOL_BLOCK = 8

_LATIN = re.compile("[0-9A-Za-z_\u00c0-\u024f]+")  # words that are cut into pieces of a few letters
_SCRIPT = re.compile("[\u0370-\u1fff]+")  # Greek, Cyrillic, Arabic, the scripts of India …: two letters a piece
_BLANKS = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


def text_tokens(text: str, letters_per_piece: int = 3) -> int:
    """Count the stand-in tokens of a text.

    Adding text at the end never lowers the count; white space costs nothing.

    Args:
        text: Any text.
        letters_per_piece: Letters of a Latin word that make one token.

    Returns:
        Stand-in tokens, 0 for an empty text.
    """
    # Han, kana, Hangul, emoji, punctuation: one token each. Counting all characters so, and taking off what the
    # letters of a word share, is several times faster than going from piece to piece.
    count = len(text) - sum(map(text.count, _BLANKS))
    for words, letters in ((_LATIN, letters_per_piece), (_SCRIPT, 2)):
        for length, times in Counter(map(len, words.findall(text))).items():
            count -= (length - -(-length // letters)) * times
    return count


def block_tokens(block: Block, letters_per_piece: int = 3) -> int:
    """Count the stand-in tokens of one content block.

    Images and documents sent as data are not measured yet: they count as the words of their description only.
    """
    match block.get("type"):
        case "text":
            return text_tokens(str(block.get("text", "")), letters_per_piece)
        case "tool_use":
            call = f"{block.get('name', '')} {_as_json(block.get('input', {}))}"
            return PER_TOOL_BLOCK + text_tokens(call, letters_per_piece)
        case "tool_result":
            return PER_TOOL_BLOCK + _content_tokens(block.get("content", ""), letters_per_piece)
        case _:
            described = {key: value for key, value in block.items() if key not in ("source", "signature", "data")}
            return text_tokens(_as_json(described), letters_per_piece)


def message_tokens(message: Message, letters_per_piece: int = 3) -> int:
    """Count the stand-in tokens of one message, its fixed cost included."""
    return PER_MESSAGE + sum(block_tokens(block, letters_per_piece) for block in blocks(message))


def request_tokens(
    messages: Sequence[Message],
    *,
    model: Model,
    system: str | Sequence[Block] | None = None,
    tools: Sequence[Mapping[str, Any]] = (),
) -> int:
    """Count the stand-in tokens of a whole request: instructions, tools and every message.

    This one function serves `count_tokens` and the reported `usage`.

    Args:
        messages: The list of messages that is sent.
        model: A row of `MODELS`; its tokenizer family decides how words are cut.
        system: The system prompt, as text or as text blocks.
        tools: The tool definitions.
    """
    letters = model.letters_per_piece
    instructions = _content_tokens(system or "", letters)
    definitions = sum(text_tokens(_as_json(tool), letters) for tool in tools)
    return PER_REQUEST + instructions + definitions + sum(message_tokens(message, letters) for message in messages)


def _content_tokens(content: str | Sequence[object], letters_per_piece: int) -> int:
    if isinstance(content, str):
        return text_tokens(content, letters_per_piece)
    return sum(block_tokens(plain_block(block), letters_per_piece) for block in content)


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
