"""Horizontal bars, each with its name above it and its number at its end."""

import functools
from collections.abc import Iterable
from typing import Any

from turnkeeper.chart.drawn import NO_AXIS, SMALL, TEXT, Chart, frame, wide
from turnkeeper.chart.rows import Row, Rows, heading, written
from turnkeeper.chart.scales import Scale, linear, logarithmic

_NAME, _BAR, _GAP = 20, 12, 12  # px: the line of a name, a bar, the room to the next row
_PAIR = 16  # px from the top of a bar to that of the one below it
_NUMBER = 5  # px between a bar and its number


def bars(
    rows: Iterable[Row],
    *,
    label: str,
    value: str,
    title: str,
    unit: str = "",
    against: str | None = None,
    log: bool = False,
) -> Chart:
    """Draw one bar for each row, from the first row at the top to the last.

    Args:
        rows: The rows, each a dict.
        label: Key of a bar's name.
        value: Key of its number; not below 0.
        title: What the chart shows, in a few words.
        unit: What is counted, for example "tokens".
        against: Key of a second number, drawn as an outlined bar below the first, with its key beside the number.
        log: Draw on a log scale: equal steps are equal factors. All numbers must be above 0.

    Returns:
        The chart.

    Raises:
        ValueError: There is nothing to draw, a row lacks a key, or a number cannot be drawn; the message names the row.
    """
    read = Rows(rows)
    names = read.texts(label)
    keys = [value] if against is None else [value, against]
    columns = [read.numbers(key, log=log) for key in keys]
    everything = [number for column in columns for number in column]
    scale = logarithmic(everything, marks=4, below=True) if log else _full(everything)
    said = [
        [written(n) if against is None else f"{written(n)} {heading(key)}" for n in column]
        for key, column in zip(keys, columns, strict=True)
    ]
    right = round(max(wide(text, TEXT) for column in said for text in column)) + _NUMBER
    step = _NAME + _BAR + _PAIR * (len(keys) - 1) + _GAP
    shared, _ = frame(
        title,
        _subtitle(unit, scale),
        left=14 if log else 1,
        right=right,
        bottom=24 if log else 2,
        height=step * len(names),
    )
    placed = [
        {
            "name": name,
            "number": number,
            "said": text,
            "which": which,
            "name_at": place * step + _NAME - 6,
            "top": place * step + _NAME + which * _PAIR,
            "bottom": place * step + _NAME + which * _PAIR + _BAR,
            "middle": place * step + _NAME + which * _PAIR + _BAR / 2,
        }
        for which, (column, texts) in enumerate(zip(columns, said, strict=True))
        for place, (name, number, text) in enumerate(zip(names, column, texts, strict=True))
    ]
    spec = {
        "description": f"Bar chart: {title}",
        **shared,
        "data": {"values": placed},
        "layer": _layers(placed, scale, shared["height"]),
    }
    pair = against is not None
    heads = [heading(label), *(heading(key, "" if pair else unit) for key in keys)]
    cells = [[name, *map(written, numbers)] for name, *numbers in zip(names, *columns, strict=True)]
    return Chart(read, spec, f"{title} ({unit})" if pair and unit else title, heads, cells)


def _full(numbers: list[float]) -> Scale:
    """A scale on which the largest number fills the plot: the numbers are written, so none is marked."""
    return Scale(0, max(numbers), ()) if max(numbers) > 0 else linear(numbers)


def _subtitle(unit: str, scale: Scale) -> str:
    if not scale.log:
        return unit
    sentence = f"log scale: each line is {scale.factor:,} times the last"
    return f"{unit}, {sentence}" if unit else sentence.capitalize()


def _layers(placed: list[dict[str, Any]], scale: Scale, height: float) -> list[dict[str, Any]]:
    axis: dict[str, Any] = NO_AXIS
    if scale.log:
        axis = {
            "values": list(scale.values),
            "format": ",~f",
            "title": "",
            "labelFontSize": SMALL,
            "labelOverlap": False,
            "labelFlush": False,
            "grid": False,
            "domain": False,
            "ticks": False,
        }
    x = {"field": "number", "type": "quantitative", "scale": scale.spec, "axis": axis}
    at = functools.partial(_at, height)
    colour = {"field": "which", "type": "nominal", "scale": {"domain": [0, 1]}}
    across = {"color": colour, "x": x, "x2": {"datum": scale.low}, "y": at("top"), "y2": {"field": "bottom"}}
    # The lines of the scale stand beside the bars only, so that they cross no name.
    ruled = [
        {"number": number, "top": row["top"] - 2, "bottom": row["bottom"] + 2}
        for row in placed
        for number in scale.values
    ]
    return [
        {
            "data": {"values": ruled},
            "mark": {"type": "rule", "opacity": 0.3},
            "encoding": {"x": x, "y": at("top"), "y2": {"field": "bottom"}},
        },
        {
            "transform": [{"filter": {"field": "which", "equal": 0}}],
            "mark": {"type": "rect"},
            "encoding": across,
        },
        {
            "transform": [{"filter": {"field": "which", "equal": 1}}],
            "mark": {"type": "rect", "filled": False, "strokeWidth": 1.5},
            "encoding": across,
        },
        {
            "mark": {"type": "text", "align": "left", "baseline": "middle", "dx": _NUMBER, "fontSize": TEXT},
            "encoding": {"x": x, "y": at("middle"), "text": {"field": "said", "type": "nominal"}},
        },
        {
            "transform": [{"filter": {"field": "which", "equal": 0}}],
            "mark": {"type": "text", "align": "left", "baseline": "alphabetic", "fontSize": TEXT},
            "encoding": {"x": {"value": 0}, "y": at("name_at"), "text": {"field": "name", "type": "nominal"}},
        },
    ]


def _at(height: float, field: str) -> dict[str, Any]:
    """A place in px from the top of the plot."""
    scale = {"type": "linear", "domain": [0, height], "range": [0, height], "nice": False, "zero": False}
    return {"field": field, "type": "quantitative", "scale": scale, "axis": NO_AXIS}
