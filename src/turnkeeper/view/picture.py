"""What a picture is made of, however it is drawn: tables whose rows have a bar.

A picture stays small: neighbours are put together where there are more than fit, and the row or the segment that
stands for them says how many they are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from turnkeeper.view.kinds import KINDS, MORE, SHARES, Kind

MOST_ROWS = 24
"""The most messages or requests that have a row of their own in one table."""
MOST_SEGMENTS = 16
"""The most segments of one bar."""

Gone = Literal["", "dropped", "summarised"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a bar.

    Attributes:
        kind: What it is.
        tokens: Its length, in tokens.
        starts: True when it begins a message: then it stands apart from the segment before.
        count: How many segments it stands for.
    """

    kind: Kind
    tokens: int
    starts: bool = True
    count: int = 1

    @property
    def title(self) -> str:
        """A few words for the one who points at it."""
        what = self.kind.name if self.count == 1 else f"{self.count:,} more"
        return f"{what}, {self.tokens:,} token{'' if self.tokens == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, with its bar.

    Attributes:
        head: What the row is about.
        cells: Its facts, one for each column.
        words: A longer text, the last of its facts.
        bar: The segments of its bar.
        below: The segments of a second, thin bar.
        gone: What became of what the row shows, if it is not sent.
    """

    head: str
    cells: tuple[str, ...]
    words: str
    bar: tuple[Segment, ...]
    below: tuple[Segment, ...] = ()
    gone: Gone = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of facts.

    Attributes:
        name: Its head.
        numbers: True for numbers, which end below each other; words begin below each other.
    """

    name: str
    numbers: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """A table with bars.

    Attributes:
        caption: What it shows, in whole sentences.
        head: What the heads of its rows are.
        columns: Its columns, one for each cell of a row.
        words: What the words of its rows tell.
        rows: Its rows.
        whole: The tokens of a bar as long as the table is wide.
        window: The tokens that fit, when bars may be longer than that.
        preview: True when the words may be cut: they only show how something begins.
    """

    caption: str
    head: str
    columns: tuple[Column, ...]
    words: str
    rows: tuple[Row, ...]
    whole: int
    window: int | None = None
    preview: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """Tables with a title.

    Attributes:
        title: What the picture shows, in a few words.
        tables: The tables.
    """

    title: str
    tables: tuple[Table, ...]

    @property
    def legend(self) -> list[Kind]:
        """The kinds that appear in a bar."""
        rows = [row for table in self.tables for row in table.rows]
        used = {segment.kind for row in rows for segment in (*row.bar, *row.below)}
        return [kind for kind in (*KINDS, *SHARES) if kind in used]

    @property
    def gone(self) -> list[Gone]:
        """What became of the rows that are not sent, each word once."""
        return sorted({row.gone for table in self.tables for row in table.rows} - {""})


def pieces(states: Sequence[object], most: int = MOST_ROWS) -> list[range]:
    """Return which of many things are shown one by one, and which are put together.

    Things of one state stand in runs. Of each run the first and the last ones are shown, as many as there is room for.
    Where the state changes too often for that, only the first and the last of all are.

    Args:
        states: The state of each thing, such as kept or dropped.
        most: The most things that are shown one by one, besides one in the middle of each run.

    Returns:
        Ranges of places, one after the other and without a gap. One of length 1 is a thing by itself.
    """
    runs = [len(list(run)) for _, run in groupby(states)]
    if len(states) <= most:
        return [range(place, place + 1) for place in range(len(states))]
    if most < 2 * len(runs):
        runs = [len(states)]
    room = most // (2 * len(runs))
    found: list[range] = []
    start = 0
    for length in runs:
        end = start + length
        middle = range(start + room, end - room) if length > 2 * room + 1 else range(start, start)
        found += [range(place, place + 1) for place in range(start, middle.start)]
        found += [middle] if middle else []
        found += [range(place, place + 1) for place in range(middle.stop, end)]
        start = end
    return found


def short_bar(segments: Sequence[Segment], most: int = MOST_SEGMENTS) -> tuple[Segment, ...]:
    """Return a bar with few segments: those in the middle are put together."""
    kept = [segment for segment in segments if segment.tokens]
    if len(kept) <= most:
        return tuple(kept)
    first, last = most // 2, most - most // 2 - 1
    middle = kept[first : len(kept) - last]
    together = Segment(MORE, total(middle), count=len(middle))
    return (*kept[:first], together, *kept[len(kept) - last :])


def by_kind(segments: Iterable[Segment]) -> list[Segment]:
    """Return one segment for each kind, in the order of the legend."""
    tokens: dict[Kind, int] = {}
    for segment in segments:
        tokens[segment.kind] = tokens.get(segment.kind, 0) + segment.tokens
    return [Segment(kind, tokens[kind]) for kind in (*KINDS, *SHARES) if tokens.get(kind)]


def total(segments: Iterable[Segment]) -> int:
    """Return the tokens of some segments together."""
    return sum(segment.tokens for segment in segments)


def listed(segments: Iterable[Segment]) -> str:
    """Return the kinds in some segments in words, with the tokens of each."""
    return ", ".join(f"{segment.kind.name} {segment.tokens:,}" for segment in by_kind(segments))
