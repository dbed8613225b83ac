"""A picture as text: tables whose bars are made of the letters of the legend."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from turnkeeper.history_table import clipped
from turnkeeper.view.picture import Picture, Row, Segment, Table, total

WIDTH = 80
"""The columns of a terminal that nobody made wider."""
NARROWEST = 64
"""The least columns of a picture: its facts need them."""
_GAP = "  "
_EDGE = "|"
Line = list[tuple[str, str]]
"""A line as pieces of text, each with its background as #rrggbb, or with none."""


def as_text(picture: Picture, width: int = WIDTH) -> str:
    """Return a picture as plain text.

    Args:
        picture: The picture.
        width: The most columns of a line, 64 or more.

    Raises:
        ValueError: If the width is less than 64.
    """
    return "\n".join("".join(piece for piece, _ in line).rstrip() for line in styled_lines(picture, width))


def styled_lines(picture: Picture, width: int = WIDTH) -> Iterator[Line]:
    """Yield the lines of a picture.

    Args:
        picture: The picture.
        width: The most columns of a line, 64 or more.

    Raises:
        ValueError: If the width is less than 64.
    """
    if width < NARROWEST:
        raise ValueError(f"a picture needs {NARROWEST} columns, and the width is {width}; give {NARROWEST} or more")
    yield from _plain(picture.title, width)
    for table in picture.tables:
        yield []
        yield from _plain(table.caption, width)
        yield from _table_lines(table, width)
    yield []
    named = [f"{kind.letter} {kind.name}" for kind in picture.legend]
    if picture.gone:
        named.append(f"lower case: {' or '.join(picture.gone)}, not sent")
    if any(table.window for table in picture.tables):
        named.append(f"{_EDGE} end of the window")
    # No entry is parted at the end of a line.
    for line in textwrap.wrap("; ".join(entry.replace(" ", "\xa0") for entry in named), width, break_on_hyphens=False):
        yield [(line.replace("\xa0", " "), "")]


def as_sentences(picture: Picture) -> str:
    """Return the tables of a picture as one sentence for each row, to be heard rather than seen."""
    lines = []
    for table in picture.tables:
        lines.append(table.caption)
        for row in table.rows:
            facts = (f"{column.name} {cell}" for column, cell in zip(table.columns, row.cells, strict=True))
            lines.append(f"{table.head} {row.head}: {', '.join(facts)}. {table.words}: {row.words}.")
    return "\n".join(lines)


def facts_line(table: Table, row: Row | None, width: int) -> str:
    """Return the facts of a row under the heads of its table; a preview is one of them.

    Args:
        table: The table.
        row: One of its rows; None for the heads.
        width: The most columns of a line.
    """
    names = tuple(column.name for column in table.columns)
    head, cells, words = (table.head, names, table.words) if row is None else (row.head, row.cells, row.words)
    room = max(map(len, (table.head, *(one.head for one in table.rows))))
    rooms = [max(map(len, column)) for column in zip(names, *(one.cells for one in table.rows), strict=True)]
    sides = [">" if column.numbers else "<" for column in table.columns]
    fitted = (f"{cell:{side}{wide}}" for cell, side, wide in zip(cells, sides, rooms, strict=True))
    facts = _GAP.join([f"{head:<{room}}", *fitted, *([words] if table.preview else [])])
    return clipped(facts.rstrip(), width)


def words_lines(table: Table, row: Row, width: int) -> list[str]:
    """Return the words of a row, in whole, as they stand below its bars; a preview stands among the facts."""
    if table.preview:
        return []
    lines = textwrap.wrap(f"{table.words}: {row.words}", width - len(_GAP), break_on_hyphens=False)
    return [clipped(f"{_GAP}{line}", width) for line in lines]


def _plain(text: str, width: int) -> Iterator[Line]:
    for line in textwrap.wrap(text, width, break_on_hyphens=False):
        yield [(line, "")]


def _table_lines(table: Table, width: int) -> Iterator[Line]:
    yield [(facts_line(table, None, width), "")]
    for row in table.rows:
        yield [(facts_line(table, row, width), "")]
        for bar in (row.bar, row.below):
            if bar:
                yield [(_GAP, ""), *_bar(bar, table, width - len(_GAP), gone=bool(row.gone))]
        for line in words_lines(table, row, width):
            yield [(line, "")]


def _bar(segments: Sequence[Segment], table: Table, width: int, *, gone: bool) -> Line:
    whole = max(table.whole, total(segments))
    columns: Line = []
    tokens = 0
    for segment in segments:
        tokens += segment.tokens
        end = max(round(width * tokens / whole), min(len(columns) + 1, width))
        letter = segment.kind.letter.lower() if gone else segment.kind.letter
        columns += [(letter, "" if gone else segment.kind.colour)] * (end - len(columns))
    if table.window is not None:
        edge = min(round(width * table.window / whole), width - 1)
        columns += [(" ", "")] * (edge + 1 - len(columns))
        columns[edge] = (_EDGE, "")
    runs = groupby(columns, lambda column: column[1])
    return [("".join(letter for letter, _ in run), colour) for colour, run in runs]
