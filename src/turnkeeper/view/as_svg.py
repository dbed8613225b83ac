"""A picture as an SVG document: the lines of the text form, with drawn bars.

The text form is the document's description. Standing alone, as a file or in an `img`, the document has a paper of its
own, light or dark as the reader's system is; inside a page it takes the colour of the text around it.
"""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import pairwise
from xml.sax.saxutils import escape
from zlib import crc32

from turnkeeper.view.as_text import as_sentences, facts_line, words_lines
from turnkeeper.view.kinds import REPLY, Kind
from turnkeeper.view.picture import Gone, Picture, Segment, Table, total

_COLUMNS = 64
_CHARACTER = 7.25
_MARGIN = 8
_WIDE = _COLUMNS * _CHARACTER
_LINE, _BAR, _THIN = 17, 18, 6
_LETTER = 10
"""The least width of a segment that has room for its letter, in pixels."""

_STYLE = (
    "svg:root{color:#1b1d22;background:#fff}"
    "@media (prefers-color-scheme:dark){svg:root{color:#e6e8ee;background:#1e2129}}"
)
_FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
_PATTERNS = {
    "rising": (6, "M-1 1 1-1M0 6 6 0M5 7 7 5", 2),
    "falling": (6, "M-1 5 1 7M0 0 6 6M5-1 7 1", 2),
    "level": (6, "M0 1H6", 2),
    "upright": (6, "M1 0V6", 2),
    "dots": (6, "M2 3H5", 3),
    "checks": (8, "M0 2H4M4 6H8", 4),
    "grid": (5, "M0 .5H5M.5 0V5", 1),
    "chevrons": (8, "M0 6 4 2 8 6", 2),
}
"""Each pattern as the side of its tile, its path, and how wide the path is drawn, in pixels."""
_PALE: dict[Gone | Kind, tuple[str, str]] = {
    "dropped": ("rising", ' stroke-dasharray="4 2"'),
    "summarised": ("falling", ' stroke-dasharray="1 2"'),
    REPLY: ("level", ""),
}
"""What is drawn in outline: its pattern, and the dashes of its line."""


def as_svg(picture: Picture) -> str:
    """Return a picture as an SVG document."""
    # The names of patterns are the page's, so those of two pictures must not meet.
    body = _Body(f"tk{crc32(repr(picture).encode(errors='replace')):08x}-")
    body.write(picture.title, bold=True)
    for table in picture.tables:
        body.skip(_LINE // 2)
        body.write(table.caption)
        body.draw(table)
    body.skip(_LINE // 2)
    body.legend(picture)
    width, height = round(_WIDE + 2 * _MARGIN), round(body.height + _MARGIN)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" fill="currentColor" font-family="{_FONT}" font-size="12">'
        f"<title>{escape(picture.title)}</title><desc>{escape(as_sentences(picture))}</desc>"
        f"<style>{_STYLE}</style><defs>{body.patterns(picture)}</defs>{''.join(body.drawn)}</svg>"
    )


class _Body:
    """What is drawn, from the top down.

    Args:
        prefix: What the names of the patterns begin with.
    """

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self.drawn: list[str] = []
        self.height = float(_MARGIN)

    def skip(self, pixels: int) -> None:
        self.height += pixels

    def write(self, text: str, *, bold: bool = False) -> None:
        for line in textwrap.wrap(text, _COLUMNS, break_on_hyphens=False):
            self._line(line, ' font-weight="700"' if bold else "")

    def draw(self, table: Table) -> None:
        self._line(facts_line(table, None, _COLUMNS), ' font-weight="700"')
        for row in table.rows:
            self._line(facts_line(table, row, _COLUMNS))
            for bar, tall in ((row.bar, _BAR), (row.below, _THIN)):
                if bar:
                    self._bar(bar, table, tall, row.gone)
            for line in words_lines(table, row, _COLUMNS):
                self._line(line)
            self.skip(_LINE // 4)

    def legend(self, picture: Picture) -> None:
        entries: list[tuple[Kind | None, str, Gone]] = [(kind, kind.name, "") for kind in picture.legend]
        entries += [(None, f"{gone}, not sent", gone) for gone in picture.gone]
        left = 0.0
        for kind, name, gone in entries:
            room = 24 + _CHARACTER * (len(name) + 2)
            if left + room > _WIDE:
                left = 0.0
                self.skip(_BAR + 3)
            x = _MARGIN + left
            self._rectangle(x, 18, _BAR, kind, gone)
            self._text(x + 23, self.height + 13, name)
            left += room
        self.skip(_BAR)
        if any(table.window for table in picture.tables):
            self._line("The line across the bars is the end of the window.")

    def patterns(self, picture: Picture) -> str:
        """Return the patterns that the bars of a picture are filled with."""
        solid = dict.fromkeys((kind.pattern, kind.colour) for kind in picture.legend if kind.pattern in _PATTERNS)
        pale = [_PALE[look][0] for look in (*picture.gone, *picture.legend) if look in _PALE]
        tiles = [self._tile(pattern, colour, 'stroke="#000" stroke-opacity=".45"') for pattern, colour in solid]
        tiles += [self._tile(pattern, "", 'stroke="currentColor" stroke-opacity=".2"') for pattern in pale]
        return "".join(tiles)

    def _tile(self, pattern: str, colour: str, stroke: str) -> str:
        side, path, wide = _PATTERNS[pattern]
        ground = f'<rect width="{side}" height="{side}" fill="{colour}"/>' if colour else ""
        tile = f'{ground}<path d="{path}" fill="none" {stroke} stroke-width="{wide}"/>'
        place = f'id="{self._name(pattern, colour)}" width="{side}" height="{side}" patternUnits="userSpaceOnUse"'
        return f"<pattern {place}>{tile}</pattern>"

    def _name(self, pattern: str, colour: str) -> str:
        return f"{self._prefix}{pattern}-{colour[1:] or 'pale'}"

    def _line(self, text: str, attributes: str = "") -> None:
        self._text(_MARGIN, self.height + 12, text, attributes)
        self.height += _LINE

    def _text(self, x: float, y: float, text: str, attributes: str = "") -> None:
        self.drawn.append(
            f'<text x="{x:g}" y="{y:g}" xml:space="preserve" style="white-space:pre"{attributes}>{escape(text)}</text>'
        )

    def _bar(self, segments: Sequence[Segment], table: Table, tall: int, gone: Gone) -> None:
        whole = max(table.whole, total(segments))
        for segment, (start, end) in zip(segments, _edges(segments, _WIDE / whole), strict=True):
            self._rectangle(_MARGIN + start, end - start, tall, segment.kind, gone, segment.title)
        if table.window is not None:
            x = _MARGIN + _WIDE * table.window / whole
            self.drawn.append(
                f'<path d="M{x:.1f} {self.height - 2:g}v{tall + 4}" stroke="currentColor" stroke-width="2"/>'
            )
        self.height += tall + 1

    def _rectangle(self, x: float, wide: float, tall: int, kind: Kind | None, gone: Gone, title: str = "") -> None:
        place = f'x="{x:.1f}" y="{self.height:g}" width="{max(wide - 1, 0.3):.1f}" height="{tall}"'
        told = f"<title>{escape(title)}</title>" if title else ""
        self.drawn.append(f"<rect {place} {self._look(kind, gone)}>{told}</rect>")
        if kind and kind.colour and wide >= _LETTER and tall == _BAR:
            colour = "currentColor" if gone else "#fff"
            self.drawn.append(
                f'<text x="{x + (wide - 1) / 2:.1f}" y="{self.height + 13:g}" fill="{colour}" font-weight="700" '
                f'text-anchor="middle">{escape(kind.letter)}</text>'
            )

    def _look(self, kind: Kind | None, gone: Gone) -> str:
        look = gone or kind
        if look in _PALE:
            pattern, dashes = _PALE[look]
            return f'fill="url(#{self._name(pattern, "")})" stroke="currentColor"{dashes}'
        if kind is None or not kind.colour:
            return 'fill="none" stroke="currentColor"'
        return (
            f'fill="url(#{self._name(kind.pattern, kind.colour)})"'
            if kind.pattern in _PATTERNS
            else f'fill="{kind.colour}"'
        )


def _edges(segments: Sequence[Segment], scale: float) -> Iterator[tuple[float, float]]:
    ends = [0.0]
    for segment in segments:
        ends.append(ends[-1] + segment.tokens * scale)
    return pairwise(ends)
