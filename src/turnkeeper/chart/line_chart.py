"""Lines over a number, each with its name at its end."""

from collections.abc import Collection, Iterable
from typing import Any

from turnkeeper.chart.drawn import SMALL, TEXT, WIDTH, Chart, frame, wide, wrapped
from turnkeeper.chart.rows import Row, Rows, heading, written
from turnkeeper.chart.scales import Scale, exact, linear, logarithmic

_HEIGHT = 220  # px, the plot
_DASHES = ([1, 0], [7, 4], [2, 3], [9, 3, 2, 3])
_NAME_LINE = 15  # px, a line of a name
_FEW = 12  # points of a line, up to which each is marked


def lines(
    rows: Iterable[Row],
    *,
    x: str,
    y: str,
    title: str,
    series: str | None = None,
    unit: str = "",
    log: bool = False,
    dots: Collection[str] = (),
) -> Chart:
    """Draw a line through the rows, or one for each series.

    Series differ in their dashes, and the name of each stands at its end, so that colour is not needed to tell them
    apart.

    Args:
        rows: The rows, each a dict, in any order.
        x: Key of the number along the bottom, for example "turn".
        y: Key of the number that is drawn upwards.
        title: What the chart shows, in a few words.
        series: Key of the name of the line that a row belongs to; four lines at most.
        unit: What `y` counts, for example "tokens".
        log: Draw `y` on a log scale: equal steps are equal factors. All numbers must be above 0.
        dots: Names of series that are drawn as dots without a line, for example what was counted, on a line that was
            computed.

    Returns:
        The chart.

    Raises:
        ValueError: There is nothing to draw, a row lacks a key, a number cannot be drawn, a series has two numbers at
            one place, there are too many series, or `dots` names one that is not there.
    """
    read = Rows(rows)
    along, up = read.numbers(x, negative=True), read.numbers(y, log=log, negative=True)
    names = read.texts(series) if series is not None else [heading(y)] * len(along)
    points = {name: _points(name, names, along, up) for name in dict.fromkeys(names)}
    _check(points, dots)
    scale = logarithmic(up, marks=6) if log else linear(up)
    bottom = exact(along)
    left = round(max(wide(written(value), SMALL) for value in scale.values)) + 10
    labels = {name: "\n".join(wrapped(name, TEXT, WIDTH / 4, most=3)) for name in points} if series is not None else {}
    right = round(max((wide(line, TEXT) for text in labels.values() for line in text.split("\n")), default=8)) + 8
    what = heading(y, unit) if series is None or unit == "" else unit
    sentence = f"{what}, log scale" if log else what
    shared, _ = frame(title, sentence, left=left, right=right, bottom=44, height=_HEIGHT)
    placed = [
        {"series": name, "x": at, "y": number, "dots": name in dots}
        for name, line in points.items()
        for at, number in line
    ]
    axes = _axes(x, bottom, scale)
    spec = {
        "description": f"Line chart: {title}",
        **shared,
        "layer": [
            *_marks(placed, points, axes),
            *_names(labels, points, scale, axes),
        ],
    }
    heads = [heading(x), *([heading(y, unit)] if series is None else points)]
    caption = f"{title} ({unit})" if unit and series is not None else title
    return Chart(read, spec, caption, heads, _table(points))


def _points(name: str, names: list[str], along: list[float], up: list[float]) -> list[tuple[float, float]]:
    """The points of one series from left to right."""
    found: dict[float, float] = {}
    for place, (other, at, number) in enumerate(zip(names, along, up, strict=True)):
        if other != name:
            continue
        if at in found:
            raise ValueError(f"rows[{place}] is a second point of {name!r} at {written(at)}: each may have one.")
        found[at] = number
    return sorted(found.items())


def _check(points: Collection[str], dots: Collection[str]) -> None:
    if len(points) > len(_DASHES):
        raise ValueError(f"There are {len(points)} series, and more than {len(_DASHES)} cannot be told apart.")
    if unknown := [name for name in dots if name not in points]:
        raise ValueError(f"dots names {unknown[0]!r}, and the series are: {', '.join(map(repr, points))}.")


def _axes(x: str, bottom: Scale, scale: Scale) -> dict[str, Any]:
    plain = {"labelFontSize": SMALL, "titleFontSize": SMALL, "labelOverlap": False, "labelFlush": False}
    across = {
        **plain,
        "values": list(bottom.values),
        "title": heading(x),
        "grid": False,
        "format": ",~f" if bottom.high >= 10_000 else "~f",
    }
    upwards = {
        **plain,
        "values": list(scale.values),
        "title": "",
        "grid": True,
        "format": ",~f",
        "domain": False,
        "ticks": False,
        "labelPadding": 7,
    }
    return {
        "x": {"field": "x", "type": "quantitative", "scale": bottom.spec, "axis": across},
        "y": {"field": "y", "type": "quantitative", "scale": scale.spec, "axis": upwards},
    }


def _marks(
    placed: list[dict[str, Any]], points: dict[str, list[tuple[float, float]]], axes: dict[str, Any]
) -> list[dict[str, Any]]:
    """The lines, and dots on those that have few points."""
    names = list(points)
    dashes = {"domain": names, "range": list(_DASHES[: len(names)])}
    coloured = {"field": "series", "type": "nominal", "scale": {"domain": names}}
    dashed = {**coloured, "scale": dashes}
    dotted = [row for row in placed if row["dots"] or len(points[row["series"]]) <= _FEW]
    return [
        {
            "data": {"values": [row for row in placed if not row["dots"]]},
            "mark": {"type": "line", "strokeWidth": 2},
            "encoding": {**axes, "color": coloured, "strokeDash": dashed},
        },
        {
            "data": {"values": dotted},
            "mark": {"type": "point", "filled": True, "opacity": 1, "size": 36},
            "encoding": {**axes, "color": coloured},
        },
    ]


def _names(
    labels: dict[str, str], points: dict[str, list[tuple[float, float]]], scale: Scale, axes: dict[str, Any]
) -> list[dict[str, Any]]:
    """The name of each line at its end, moved apart where they would stand on one another."""
    if not labels:
        return []
    tall = {name: (label.count("\n") + 1) * _NAME_LINE for name, label in labels.items()}
    upwards = sorted(labels, key=lambda name: points[name][-1][1])
    tops: dict[str, float] = {}
    free: float = _HEIGHT + _NAME_LINE
    for name in upwards:
        middle = (1 - scale.share(points[name][-1][1])) * _HEIGHT
        free = tops[name] = min(middle, free - tall[name] / 2) - tall[name] / 2
    free = -_NAME_LINE
    for name in reversed(upwards):  # what has come too high goes down again, and what is below it
        tops[name] = max(tops[name], free)
        free = tops[name] + tall[name]
    placed = [
        {
            "x": points[name][-1][0],
            "y": scale.number(1 - (top + _NAME_LINE / 2) / _HEIGHT),
            "label": labels[name],
        }
        for name, top in tops.items()
    ]
    mark = {"type": "text", "align": "left", "baseline": "middle", "dx": 7, "fontSize": TEXT}
    return [
        {
            "data": {"values": placed},
            "mark": {**mark, "lineBreak": "\n", "lineHeight": _NAME_LINE},
            "encoding": {**axes, "text": {"field": "label", "type": "nominal"}},
        }
    ]


def _table(points: dict[str, list[tuple[float, float]]]) -> list[list[str]]:
    """One row for each place along the bottom, one column for each series."""
    columns = [dict(line) for line in points.values()]
    places = sorted({at for column in columns for at in column})
    return [[written(at), *(written(c[at]) if at in c else "" for c in columns)] for at in places]
