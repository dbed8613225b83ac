"""A lesson's charts as its page has them without JavaScript: a drawing, and its figures as a table.

web/src/chart/figure.ts makes the same of a chart that the reader's own run shows.
"""

import json
import subprocess
from collections.abc import Iterable
from html import escape
from typing import Any

from turnkeeper.chart.drawn import MIME
from turnkeeper.site.browser_wheels import ROOT
from turnkeeper.site.course import CourseError
from turnkeeper.site.steps import environment

FIGURE = "turnkeeper/figure"
SCRIPT = ROOT / "web" / "draw-charts.ts"


def draw_in(outputs: Iterable[dict[str, Any]]) -> None:
    """Add the HTML of a figure to the data of each output that is a chart, under the key `FIGURE`.

    Args:
        outputs: Outputs of a notebook's cells; changed.

    Raises:
        CourseError: A chart cannot be drawn, or not without a warning.
    """
    charts = [output["data"] for output in outputs if MIME in output.get("data", ())]
    if not charts:
        return
    specs = [data[MIME] for data in charts]
    for data, spec, drawings in zip(charts, specs, _drawn(specs), strict=True):
        data[FIGURE] = _figure(spec.get("usermeta", {}).get("turnkeeper", {}), drawings)


def _drawn(specs: list[dict[str, Any]]) -> list[list[str]]:
    done = subprocess.run(
        ["node", str(SCRIPT)], input=json.dumps(specs), env=environment(), text=True, capture_output=True, check=False
    )
    if done.returncode or done.stderr:
        raise CourseError(f"a chart cannot be drawn:\n{done.stderr.strip()}")
    drawings: list[list[str]] = json.loads(done.stdout)
    return drawings


def _figure(ours: dict[str, Any], drawings: list[str]) -> str:
    """The figure of a chart, or of a switch: all its panels, and a list for each thing to choose."""
    if "panels" not in ours:
        return f'<figure class="tk-chart">{drawings[0]}{_table(ours.get("table"))}</figure>'
    lists = "".join(
        f'<label>{escape(what["name"])} <select autocomplete="off">'
        + "".join(f"<option>{escape(option)}</option>" for option in what["options"])
        + "</select></label>"
        for what in ours["by"]
    )
    panels = "".join(
        f'<div class="tk-switch__panel"{" hidden" if place else ""}>{svg}{_table(panel["table"])}</div>'
        for place, (panel, svg) in enumerate(zip(ours["panels"], drawings, strict=True))
    )
    return f'<figure class="tk-chart tk-switch"><div class="tk-switch__lists">{lists}</div>{panels}</figure>'


def _table(table: dict[str, Any] | None) -> str:
    """The figures of one of our own charts; another's are not known."""
    if table is None:
        return ""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in table["columns"])
    rows = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
        for first, *cells in table["rows"]
    )
    return (
        '<details class="tk-details"><summary>The figures as a table</summary><div class="tk-html">'
        f'<table class="tk-figures"><caption>{escape(table["caption"])}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></details>"
    )
