"""A list of messages as a small table of place, role, kind of block and text, for a terminal and for reports."""

import json
import unicodedata
from collections.abc import Mapping, Sequence

from turnkeeper.messages import Block, blocks

WIDTH = 62
_LONGEST_REPR = 180


def history_table(messages: Sequence[object], width: int = WIDTH) -> str:
    """Return a list of messages as a table; never as a repr.

    Args:
        messages: The messages. What is not a message is named as what it is.
        width: The most columns of a line; what is longer is cut, and says so.
    """
    if not messages:
        return "no messages"
    return "\n".join(line for index, message in enumerate(messages) for line in message_rows(index, message, width))


def message_rows(index: int, message: object, width: int = WIDTH, *, digits: int = 2) -> list[str]:
    """Return the table's lines for one message: a line for each block.

    Args:
        index: The message's place in its list.
        message: The message, or what stands in its place.
        width: The most columns of a line.
        digits: The columns of the place.
    """
    rows = []
    for place, (kind, text) in enumerate(_described(message, width)):
        head = f"{index:>{digits}}  {_role(message):<9}" if place == 0 else " " * (digits + 11)
        rows.append(clipped(f"{head}  {kind:<11}  {text}".rstrip(), width))
    return rows


def shown(value: object) -> str:
    """Return a value as a short repr; one whose repr fails is named by its type."""
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return clipped(" ".join(text.split()), _LONGEST_REPR)


def clipped(text: str, width: int) -> str:
    """Return a text of one line, cut to a width in columns; what a terminal would obey is written out instead."""
    plain = printable(text)
    if len(plain) <= width and (plain.isascii() or _columns(plain) <= width):
        return plain
    kept = plain[: width - 2]
    while _columns(kept) > width - 2:
        kept = kept[:-1]
    return f"{kept} …"


def printable(text: str) -> str:
    """Return a text in which what a terminal would obey is written out, such as a line feed as backslash and n."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def _columns(text: str) -> int:
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def _role(message: object) -> str:
    return str(message.get("role", "no role")) if isinstance(message, Mapping) else "?"


def _described(message: object, width: int) -> list[tuple[str, str]]:
    if not isinstance(message, Mapping) or "content" not in message:
        return [(f"not a message but {shown(message)}", "")]
    more = sorted(str(field) for field in set(message) - {"role", "content"})
    extra = [(f"and also {', '.join(more)}", "")] if more else []
    if isinstance(message["content"], str):
        return [("string", _quoted(message["content"], width)), *extra]
    try:
        described = [(str(block.get("type", "?")), _said(block, width)) for block in blocks(message)]
        return [*(described or [("empty", "")]), *extra]
    except TypeError as error:
        return [(str(error), "")]


def _said(block: Block, width: int) -> str:
    match block.get("type"):
        case "text":
            return _quoted(block.get("text", ""), width)
        case "thinking":
            return _quoted(block.get("thinking", ""), width)
        case "tool_use":
            return f"{block.get('name')} {json.dumps(block.get('input'), default=str, ensure_ascii=False)}"
        case "tool_result":
            return f"for {block.get('tool_use_id')}"
    return ""


def _quoted(text: object, width: int) -> str:
    """The repr of a text, without reading a long one to its end: the line is cut anyway."""
    return repr(text[:width] if isinstance(text, str) else text)
