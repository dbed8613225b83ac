"""A picture as HTML: tables that a screen reader reads, with bars for the eye.

All styles stand on the elements. So a picture also passes where style sheets are taken out (the output of a page's
cell), and where it stands among others' style sheets. Text has the colour of the page around it.
"""

from collections.abc import Sequence
from html import escape

from turnkeeper.view.kinds import FREE, REPLY, Kind
from turnkeeper.view.picture import Gone, Picture, Row, Segment, Table, total

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
_PALE = "color-mix(in srgb,currentColor 22%,transparent) 0 1px,transparent 1px 5px"
_HATCHES = {
    "dropped": f"repeating-linear-gradient(135deg,{_PALE})",
    "summarised": f"repeating-linear-gradient(45deg,{_PALE})",
    "reply": f"repeating-linear-gradient({_PALE})",
}
_OUTLINES = {
    "dropped": "background:var(--tk-dropped);border:1px dashed",
    "summarised": "background:var(--tk-summarised);border:1px dotted",
    REPLY: "background:var(--tk-reply);border:1px solid",
    FREE: "border:1px solid",
}
_EDGE = "border-left:3px double"
_APART = ";padding-left:1px;background-clip:content-box"
_ROOT = "text-align:left;print-color-adjust:exact;-webkit-print-color-adjust:exact"
_BAR = (
    "display:flex;position:relative;overflow:hidden;height:1.5em;line-height:1.5em;font-weight:700;text-align:center;"
    "forced-color-adjust:none"
)
_THIN = ";height:.6em;margin-top:1px"
_LEGEND = "font-size:.85em;display:flex;flex-wrap:wrap;gap:.2em 1em;margin:.5em 0"
_SWATCH = (
    "display:inline-block;box-sizing:border-box;vertical-align:bottom;width:1.6em;height:1.5em;line-height:1.5em;"
    "text-align:center;font-weight:700;forced-color-adjust:none"
)
_TABLE = "width:100%;table-layout:auto;border-collapse:collapse;margin:0 0 1em"
_BARE = "background:none"
"""A notebook gives every other row a ground of its own."""
_CELL = "padding:.2em .3em;border:0;vertical-align:top;text-align:"
_LETTER = 3.0
"""The least width of a segment that has room for its letter, in per cent of the picture's."""


def as_html(picture: Picture) -> str:
    """Return a picture as HTML."""
    tables = "".join(map(_table, picture.tables))
    return (
        f'<div class="tk-view" style="{_variables(picture.legend)}{_ROOT}">'
        f'<p style="text-align:left"><strong>{escape(picture.title)}</strong></p>{tables}{_legend(picture)}</div>'
    )


def _variables(kinds: Sequence[Kind]) -> str:
    """Each background as a variable: a bar names it, which keeps the picture small."""
    solid = {_name(kind): _background(kind) for kind in kinds if kind.colour}
    return "".join(f"--tk-{name}:{background};" for name, background in {**_HATCHES, **solid}.items())


def _background(kind: Kind) -> str:
    return f"{_PATTERNS[kind.pattern]} {kind.colour}".strip()


def _name(kind: Kind) -> str:
    return kind.name.partition(",")[0].replace(" ", "-")


def _table(table: Table) -> str:
    heads = [_head("col", table.head), *(_head("col", column.name, column.numbers) for column in table.columns)]
    if table.preview:
        heads.append(_head("col", table.words))
    return (
        f'<table class="tk-bars" style="{_TABLE}"><caption style="text-align:left">{escape(table.caption)}</caption>'
        f"<thead><tr>{''.join(heads)}</tr></thead>{''.join(_row(table, row) for row in table.rows)}</table>"
    )


def _head(scope: str, text: str, numbers: bool = False) -> str:
    return f'<th scope="{scope}" style="{_CELL}{_side(numbers)}">{escape(text)}</th>'


def _side(numbers: bool) -> str:
    return "right" if numbers else "left"


def _row(table: Table, row: Row) -> str:
    """A line of facts and a line of bars, kept together on paper. A preview is a fact, longer words follow the bars."""
    cells = "".join(
        f'<td style="{_CELL}{_side(column.numbers)}">{escape(cell)}</td>'
        for column, cell in zip(table.columns, row.cells, strict=True)
    )
    bars = _bar(table, row.bar, row.gone) if row.bar else ""
    if row.below:
        bars += _bar(table, row.below, thin=True)
    words = f"<bdi>{escape(row.words)}</bdi>"
    second = f'<td colspan="{1 + len(table.columns) + table.preview}" style="{_CELL}left">'
    if table.preview:
        cells += f'<td style="{_CELL}left;overflow-wrap:anywhere">{words}</td>'
        second = f'<tr aria-hidden="true" style="{_BARE}">{second}{bars}</td></tr>' if bars else ""
    else:
        hidden = f'<div aria-hidden="true">{bars}</div>' if bars else ""
        second = f'<tr style="{_BARE}">{second}{hidden}{escape(table.words)}: {words}</td></tr>'
    facts = f'<tr style="{_BARE}">{_head("rowgroup", row.head)}{cells}</tr>'
    return f'<tbody style="break-inside:avoid">{facts}{second}</tbody>'


def _bar(table: Table, segments: Sequence[Segment], gone: Gone = "", *, thin: bool = False) -> str:
    whole = max(table.whole, total(segments))
    drawn = "".join(
        _segment(segment, 100 * segment.tokens / whole, gone, apart=bool(place) and segment.starts, lettered=not thin)
        for place, segment in enumerate(segments)
    )
    edge = ""
    if table.window is not None:
        place = 100 * table.window / whole
        edge = f'<span style="position:absolute;left:{place:.2f}%;top:0;bottom:0;{_EDGE}"></span>'
    return f'<div style="{_BAR}{_THIN if thin else ""}">{drawn}{edge}</div>'


def _segment(segment: Segment, percent: float, gone: Gone, *, apart: bool, lettered: bool) -> str:
    letter = escape(segment.kind.letter) if lettered and percent >= _LETTER and segment.kind.colour else ""
    gap = _APART if apart and segment.kind.colour and not gone else ""
    return (
        f'<span title="{escape(segment.title)}" style="flex:0 1 {percent:.2f}%;min-width:0;box-sizing:border-box;'
        f'{_look(segment.kind, gone)}{gap}">{letter}</span>'
    )


def _look(kind: Kind, gone: Gone = "") -> str:
    return _OUTLINES.get(gone or kind) or f"color:#fff;background:var(--tk-{_name(kind)},{kind.colour})"


def _legend(picture: Picture) -> str:
    """The legend of the bars; with them it is left out for a screen reader."""
    entries = [(_look(kind), kind.letter if kind.colour else "", kind.name) for kind in picture.legend]
    entries += [(_OUTLINES[gone], "", f"{gone}, not sent") for gone in picture.gone]
    if any(table.window for table in picture.tables):
        entries.append((_EDGE, "", "end of the window"))
    drawn = "".join(
        f'<span><span style="{_SWATCH};{look}">{escape(letter)}</span> {escape(name)}</span>'
        for look, letter, name in entries
    )
    return f'<div aria-hidden="true" style="{_LEGEND}">{drawn}</div>'
