"""A picture as HTML: tables that a screen reader reads, with bars for the eye.

All styles stand on the elements. So a picture also passes where style sheets are taken out (the output of a page's
cell), and where it stands among others' style sheets. Text has the colour of the page around it.
"""

from collections.abc import Sequence
from html import escape

from turnkeeper.view.kinds import FREE, REPLY, Kind
from turnkeeper.view.picture import Picture, Row, Segment, Table, total

_DARK = "#0007"
_PATTERNS = {
    "plain": "",
    "rising": f"repeating-linear-gradient(135deg,{_DARK} 0 2px,#0000 2px 6px)",
    "falling": f"repeating-linear-gradient(45deg,{_DARK} 0 2px,#0000 2px 6px)",
    "level": f"repeating-linear-gradient({_DARK} 0 2px,#0000 2px 6px)",
    "upright": f"repeating-linear-gradient(90deg,{_DARK} 0 2px,#0000 2px 6px)",
    "dots": f"radial-gradient({_DARK} 1.5px,#0000 2px) 0 0/6px 6px",
    "checks": f"repeating-conic-gradient({_DARK} 0 25%,#0000 0 50%) 0 0/8px 8px",
    "grid": (
        f"repeating-linear-gradient({_DARK} 0 1px,#0000 1px 5px),"
        f"repeating-linear-gradient(90deg,{_DARK} 0 1px,#0000 1px 5px)"
    ),
    "chevrons": (
        f"linear-gradient(135deg,{_DARK} 25%,#0000 25%) 0 0/8px 8px,"
        f"linear-gradient(225deg,{_DARK} 25%,#0000 25%) 0 0/8px 8px"
    ),
}
_HATCH = "repeating-linear-gradient(135deg,color-mix(in srgb,currentColor 22%,transparent) 0 1px,transparent 1px 6px)"
_OUTLINE = "box-sizing:border-box;border:1px "
_GONE = {"dropped": f"{_HATCH};{_OUTLINE}dashed", "summarised": f"{_HATCH};{_OUTLINE}dotted"}
_EMPTY = {FREE: f"none;{_OUTLINE}solid", REPLY: f"{_HATCH};{_OUTLINE}dashed"}
_ROOT = "print-color-adjust:exact;-webkit-print-color-adjust:exact"
_BAR = (
    "display:flex;position:relative;overflow:hidden;height:1.5em;line-height:1.5em;font-weight:700;text-align:center;"
    "forced-color-adjust:none"
)
_LEGEND = "display:flex;flex-wrap:wrap;gap:.2em 1em;margin:.5em 0"
_SWATCH = "display:inline-block;width:1.6em;height:1.5em;line-height:1.5em;text-align:center;font-weight:700"
_TABLE = "width:100%;table-layout:auto;border-collapse:collapse;margin:0 0 1em"
_CELL = "padding:.2em .4em;border:0;vertical-align:top;text-align:"
_LETTER = 3.0
"""The least width of a segment that has room for its letter, in per cent of the picture's."""


def as_html(picture: Picture) -> str:
    """Return a picture as HTML."""
    tables = "".join(map(_table, picture.tables))
    return (
        f'<div class="tk-view" style="{_variables(picture.legend)}{_ROOT}">'
        f"<p><strong>{escape(picture.title)}</strong></p>{tables}{_legend(picture)}</div>"
    )


def _variables(kinds: Sequence[Kind]) -> str:
    """Each kind's background as a variable: a bar names it, which keeps the picture small."""
    return "".join(f"--tk-{_name(kind)}:{_background(kind)};" for kind in kinds if kind.colour)


def _background(kind: Kind) -> str:
    return f"{_PATTERNS[kind.pattern]} {kind.colour}".strip()


def _name(kind: Kind) -> str:
    return kind.name.partition(",")[0].replace(" ", "-")


def _table(table: Table) -> str:
    first, *facts, last = table.columns
    heads = (
        _head("col", first, "left"),
        *(_head("col", fact, "right") for fact in facts),
        _head("col", last, "left"),
    )
    return (
        f'<table class="tk-bars" style="{_TABLE}"><caption style="text-align:left">{escape(table.caption)}</caption>'
        f"<thead><tr>{''.join(heads)}</tr></thead>{''.join(_row(table, row) for row in table.rows)}</table>"
    )


def _head(scope: str, text: str, side: str) -> str:
    tag = "th" if text else "td"
    return f'<{tag} scope="{scope}" style="{_CELL}{side}">{escape(text)}</{tag}>'.replace('td scope="col"', "td")


def _row(table: Table, row: Row) -> str:
    """One row of facts and one for the eye, kept together on paper."""
    cells = "".join(f'<td style="{_CELL}right">{escape(cell)}</td>' for cell in row.cells)
    words = f'<td style="{_CELL}left;overflow-wrap:anywhere"><bdi>{escape(row.words)}</bdi></td>'
    facts = f"<tr>{_head('row', row.head, 'left')}{cells}{words}</tr>"
    bars = ""
    if row.bar:
        below = _bar(table, row.below, "", "height:.5em;margin-top:1px;font-size:.8em") if row.below else ""
        drawn = _bar(table, row.bar, row.gone, "") + below
        bars = f'<tr aria-hidden="true"><td colspan="{len(table.columns)}" style="{_CELL}left">{drawn}</td></tr>'
    return f'<tbody style="break-inside:avoid">{facts}{bars}</tbody>'


def _bar(table: Table, segments: Sequence[Segment], gone: str, more: str) -> str:
    whole = max(table.whole, total(segments))
    drawn = "".join(
        _segment(segment, 100 * segment.tokens / whole, gone, apart=bool(place) and segment.starts, lettered=not more)
        for place, segment in enumerate(segments)
    )
    edge = ""
    if table.window is not None:
        edge = (
            f'<span style="position:absolute;left:{100 * table.window / whole:.2f}%;top:0;bottom:0;'
            'border-left:3px double"></span>'
        )
    return f'<div style="{_BAR}{more and ";"}{more}">{drawn}{edge}</div>'


def _segment(segment: Segment, percent: float, gone: str, *, apart: bool, lettered: bool) -> str:
    letter = escape(segment.kind.letter) if lettered and percent >= _LETTER and segment.kind.colour else ""
    gap = ";margin-left:1px" if apart else ""
    return (
        f'<span title="{escape(segment.label)}" style="flex:0 1 {percent:.2f}%;min-width:0;'
        f'{_look(segment.kind, gone)}{gap}">{letter}</span>'
    )


def _look(kind: Kind, gone: str = "") -> str:
    if gone:
        return f"background:{_GONE[gone]}"
    if not kind.colour:
        return f"background:{_EMPTY[kind]}"
    return f"color:#fff;background:var(--tk-{_name(kind)},{kind.colour})"


def _legend(picture: Picture) -> str:
    """The legend of the bars; with them it is left out for a screen reader."""
    entries = [(_look(kind), kind.letter if kind.colour else "", kind.name) for kind in picture.legend]
    entries += [(f"background:{_GONE[gone]}", "", f"{gone}, not sent") for gone in picture.gone]
    drawn = "".join(
        f'<span><span style="{_SWATCH};{look}">{escape(letter)}</span> {escape(name)}</span>'
        for look, letter, name in entries
    )
    return f'<div aria-hidden="true" style="{_LEGEND}">{drawn}</div>'
