"""Lists of messages as a grader sees them: in one form, compared message by message, the difference marked."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from turnkeeper.history_table import message_rows, shown
from turnkeeper.messages import plain_block

WIDTH = 60
_SAME, _DIFFERS = "  ", "> "


def plain(message: Any) -> Any:
    """Return a message with its content as a list of plain blocks, so that two of them can be compared.

    A string and the one text block it stands for are then the same, and so are a block of the SDK and its mapping.

    Args:
        message: A message, or whatever an answer put in its place; that comes back as it is.
    """
    if not isinstance(message, Mapping) or "content" not in message:
        return message
    content = message["content"]
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    if isinstance(content, list | tuple):
        content = [_without_none(block) for block in content]
    return {**message, "content": content}


def is_history(value: object) -> bool:
    """Return whether a value is a list or a tuple of mappings, and so can be shown as a table of messages."""
    return isinstance(value, list | tuple) and all(isinstance(item, Mapping) for item in value)


def side_by_side(got: Sequence[object], expected: Sequence[object]) -> tuple[str, str]:
    """Return two lists of messages as tables; `>` stands before each message that the other list does not have there.

    Args:
        got: The messages that came.
        expected: The messages that should have come.

    Returns:
        The table of each. Where two messages differ in a place that the table does not show, a line says where.
    """
    a, b = [plain(message) for message in got], [plain(message) for message in expected]
    left: list[str] = []
    right: list[str] = []
    known: list[object] = []  # messages need not be hashable: each stands as the place of the first that equals it
    matcher = SequenceMatcher(None, [_place(item, known) for item in a], [_place(item, known) for item in b], False)
    for kind, a0, a1, b0, b1 in matcher.get_opcodes():
        mark = _SAME if kind == "equal" else _DIFFERS
        for place, other in zip_longest(range(a0, a1), range(b0, b1)):
            rows = [] if place is None else message_rows(place, got[place], WIDTH)
            others = [] if other is None else message_rows(other, expected[other], WIDTH)
            if kind != "equal" and rows and others and rows[0][2:] == others[0][2:] and len(rows) == len(others):
                where = _difference(a[place], b[other])
                rows, others = [*rows, f"    here {where[0]}"], [*others, f"    here {where[1]}"]
            left += [mark + row for row in rows]
            right += [mark + row for row in others]
    return "\n".join(left) or "no messages", "\n".join(right) or "no messages"


def _place(item: object, known: list[object]) -> int:
    if item not in known:
        known.append(item)
    return known.index(item)


def _without_none(block: object) -> object:
    try:
        return {name: value for name, value in plain_block(block).items() if value is not None}
    except TypeError:
        return block


def _difference(got: Any, expected: Any, place: str = "") -> tuple[str, str]:
    """Describe the first place in which two values differ, as each of them has it."""
    if isinstance(got, Mapping) and isinstance(expected, Mapping):
        for name in [*got, *(name for name in expected if name not in got)]:
            if name not in expected or name not in got or got[name] != expected[name]:
                inside = f"{place}.{name}".lstrip(".")
                return _difference(got.get(name, _NOTHING), expected.get(name, _NOTHING), inside)
    if isinstance(got, list) and isinstance(expected, list):
        for number, (one, other) in enumerate(zip_longest(got, expected, fillvalue=_NOTHING)):
            if one != other:
                return _difference(one, other, f"{place}.{number}".lstrip("."))
    if isinstance(got, str) and isinstance(expected, str):
        first = next((n for n, (x, y) in enumerate(zip_longest(got, expected)) if x != y), 0)
        got, expected = _around(got, first), _around(expected, first)
    return _told(place, got), _told(place, expected)


class _Nothing:
    def __repr__(self) -> str:
        return "nothing"


_NOTHING = _Nothing()


def _around(text: str, place: int) -> str:
    start = max(0, place - 12)
    return ("…" if start else "") + text[start : place + 12] + ("…" if place + 12 < len(text) else "")


def _told(place: str, value: object) -> str:
    return f"{place}: {shown(value)}"[: WIDTH - 9]
