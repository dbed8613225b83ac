"""A chart as it is handed on: a Vega-Lite specification, and the same figures as a table."""

import copy
import textwrap
from collections.abc import Sequence
from typing import Any

from turnkeeper.chart.rows import Rows

MIME = "application/vnd.vegalite.v5+json"
# JupyterLab draws with Vega-Lite 5, the page with Vega-Lite 6; what is used here is in both.
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"

WIDTH = 360  # px, fits the column of a phone of 390 px
TITLE, TEXT, SMALL = 14, 13, 12  # font sizes in px
# No None in a specification: Pyodide's kernel makes nothing of it on its way to a notebook.
NO_AXIS = {"labels": False, "ticks": False, "domain": False, "grid": False, "title": ""}
_LINE = 1.3  # height of a line, in font sizes


class Chart:
    """A chart of a few rows. A notebook and the lesson's page draw it; elsewhere it is a table.

    Attributes:
        rows: The rows that were drawn.
        spec: The drawing as a Vega-Lite specification, a dict.
        caption: The title, with the unit where the heads do not say it.
        columns: The heads of the table.
        cells: The table, row by row; numbers are text that people read.
    """

    def __init__(
        self, rows: Rows, spec: dict[str, Any], caption: str, columns: Sequence[str], cells: Sequence[Sequence[str]]
    ) -> None:
        self.rows = rows.rows
        self.caption = caption
        self.columns = list(columns)
        self.cells = [list(row) for row in cells]
        table = {"caption": caption, "columns": self.columns, "rows": self.cells}
        self.spec = {"$schema": SCHEMA, **spec, "usermeta": {"turnkeeper": {"table": table}}}

    def __str__(self) -> str:
        """Return the title and the table, its columns aligned."""
        grid = [self.columns, *self.cells]
        widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
        right = [all(map(_is_number, filter(None, column))) for column in zip(*self.cells, strict=True)]
        lines = [
            "  ".join(
                cell.rjust(width) if to_right else cell.ljust(width)
                for cell, width, to_right in zip(row, widths, right, strict=True)
            ).rstrip()
            for row in grid
        ]
        return "\n".join([self.caption, "", *lines])

    def __repr__(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """Return the chart for a notebook: the drawing, and the table for where nothing draws."""
        return {MIME: copy.deepcopy(self.spec), "text/plain": str(self)}


def _is_number(cell: str) -> bool:
    try:
        float(cell.replace(",", ""))
    except ValueError:
        return False
    return True


def wide(text: str, size: float) -> float:
    """Return about how wide a text is in px: fonts differ, so this is rather too much."""
    return len(text) * size * 0.6


def wrapped(text: str, size: float, width: float = WIDTH, most: int | None = None) -> list[str]:
    """Return a text in lines that fit a width in px; what goes beyond the most lines is cut, and says so."""
    return textwrap.wrap(text, int(width / (size * 0.55)), max_lines=most, placeholder=" …") or [""]


def frame(
    title: str, subtitle: str, *, left: float, right: float, bottom: float, height: float
) -> tuple[dict[str, Any], float]:
    """Return what all charts share, and the width that is left for the plot, in px.

    Sizes are exact, so that every renderer draws the same picture whatever it thinks of a text's width.

    Args:
        title: What the chart shows.
        subtitle: A line below the title; may be empty.
        left: Room beside the plot, in px.
        right: Room beside the plot, in px.
        bottom: Room below the plot, in px.
        height: Height of the plot, in px.
    """
    heads, subheads = wrapped(title, TITLE), wrapped(subtitle, SMALL) if subtitle else []
    top = (len(heads) * TITLE + len(subheads) * SMALL) * _LINE + 14
    width = WIDTH - left - right
    shared: dict[str, Any] = {
        "autosize": "none",
        "config": {"legend": {"disable": True}},
        "width": width,
        "height": height,
        "padding": {"left": left, "right": right, "top": round(top), "bottom": bottom},
        "title": {
            "text": heads,
            "subtitle": subheads,
            "anchor": "start",
            "frame": "group",
            "dx": -left,
            "fontSize": TITLE,
            "subtitleFontSize": SMALL,
            "lineHeight": TITLE * _LINE,
            "subtitleLineHeight": SMALL * _LINE,
            "offset": 10,
        },
    }
    return shared, width
