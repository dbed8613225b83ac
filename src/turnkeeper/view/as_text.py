"""A picture as text: tables whose bars are made of the letters of the legend."""

import textwrap
from collections.abc import Iterator, Sequence

from turnkeeper.history_table import clipped
from turnkeeper.view.kinds import Kind
from turnkeeper.view.picture import Picture, Row, Segment, Table, total

WIDTH = 80
"""The columns of a terminal that nobody made wider."""
_NARROWEST = 40
_GAP = "  "
_ROOM = 24
"""The least columns that a preview gets on the line of the facts; where there are fewer, it has a line of its own."""

Line = list[tuple[str, str]]
"""A line as pieces of text, each with its background as #rrggbb, or with none."""


def as_text(picture: Picture, width: int = WIDTH) -> str:
    """Return a picture as plain text.

    Args:
        picture: The picture.
        width: The most columns of a line, 40 or more.

    Raises:
        ValueError: If the width is less than 40.
    """
    return "\n".join("".join(piece for piece, _ in line).rstrip() for line in styled_lines(picture, width))


def styled_lines(picture: Picture, width: int = WIDTH) -> Iterator[Line]:
    """Yield the lines of a picture.

    Args:
        picture: The picture.
        width: The most columns of a line, 40 or more.

    Raises:
        ValueError: If the width is less than 40.
    """
    if width < _NARROWEST:
        raise ValueError(f"a picture needs {_NARROWEST} columns, and the width is {width}; give {_NARROWEST} or more")
    yield from _plain(picture.title, width)
    for table in picture.tables:
        yield []
        yield from _plain(table.caption, width)
        yield from _table_lines(table, width)
    yield []
    named = [f"{kind.letter} {kind.name}" for kind in picture.legend]
    if picture.gone:
        named.append(f"lower case: {' or '.join(picture.gone)}, not sent")
    # No entry is parted at the end of a line.
    for line in textwrap.wrap("; ".join(entry.replace(" ", "\xa0") for entry in named), width):
        yield [(line.replace("\xa0", " "), "")]


def fact_lines(table: Table, row: Row | None, width: int) -> list[str]:
    """Return the facts of a row under the heads of its table, on one line or on several.

    Args:
        table: The table.
        row: One of its rows; None for the heads.
        width: The most columns of a line.
    """
    first, *others, last = table.columns
    head, cells, words = (first, others, last) if row is None else (row.head, row.cells, row.words)
    wide = [max(map(len, column)) for column in zip(others, *(one.cells for one in table.rows), strict=True)]
    heads = max(len(one) for one in (first, *(row.head for row in table.rows)))
    facts = _GAP.join([f"{head:<{heads}}", *(f"{cell:>{room}}" for cell, room in zip(cells, wide, strict=True))])
    if table.preview and width - len(facts) - len(_GAP) >= _ROOM:
        return [clipped(f"{facts}{_GAP}{words}".rstrip(), width)]
    wrapped = textwrap.wrap(words, width - len(_GAP))
    return [clipped(facts.rstrip(), width), *(clipped(f"{_GAP}{line}", width) for line in wrapped)]


def _plain(text: str, width: int) -> Iterator[Line]:
    for line in textwrap.wrap(text, width):
        yield [(line, "")]


def _table_lines(table: Table, width: int) -> Iterator[Line]:
    for row in (None, *table.rows):
        for line in fact_lines(table, row, width):
            yield [(line, "")]
        for bar in (row.bar, row.below) if row else ():
            if bar:
                yield [(_GAP, ""), *_bar(bar, table.whole, width - len(_GAP), gone=bool(row and row.gone))]


def _bar(segments: Sequence[Segment], whole: int, width: int, *, gone: bool) -> Line:
    whole = max(whole, total(segments))
    line: Line = []
    tokens = drawn = 0
    for segment in segments:
        tokens += segment.tokens
        end = max(round(width * tokens / whole), min(drawn + 1, width))
        line.append((_letter(segment.kind, gone) * (end - drawn), "" if gone else segment.kind.colour))
        drawn = end
    return line


def _letter(kind: Kind, gone: bool) -> str:
    return kind.letter.lower() if gone else kind.letter
