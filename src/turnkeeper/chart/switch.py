"""Several charts of one shape, of which the reader chooses which one is seen."""

import copy
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from turnkeeper.chart.drawn import MIME, WIDTH, Chart
from turnkeeper.chart.merged import CHOSEN, merged

Choice = tuple[str, ...]


class Switch:
    """Charts of one shape, one of which is seen at a time.

    The page draws them all, and a list above the picture for each thing to choose. A notebook has one Vega-Lite
    specification with the same lists. Elsewhere the first chart is a table, with a line that names the choices.

    Attributes:
        by: What is chosen, for example ("Model", "Documents").
        options: The choices for each of them, in order.
        charts: The charts, by their choices; the first is seen first.
        spec: All of them as one Vega-Lite specification, a dict.
    """

    def __init__(self, charts: Mapping[Choice, Chart], by: Choice) -> None:
        self.by = by
        self.options = [list(dict.fromkeys(choice[place] for choice in charts)) for place in range(len(by))]
        self.charts = {choice: charts[choice] for choice in product(*self.options)}
        self.spec = merged([_framed(chart.spec, list(self.charts.values())) for chart in self.charts.values()])
        self.spec["params"] = [*self._lists(), {"name": CHOSEN, "expr": self._number()}]
        self.spec["usermeta"] = {"turnkeeper": {"by": self._named(), "panels": self._panels()}}

    def __str__(self) -> str:
        """Return the first chart's table, and what else there is to choose."""
        choice, first = next(iter(self.charts.items()))
        others = [f"{name}: {', '.join(options)}" for name, options in zip(self.by, self.options, strict=True)]
        return "\n".join([_said(self.by, choice), str(first), "", f"Choices: {'; '.join(others)}"])

    def __repr__(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """Return the charts for a notebook: the drawing, and the first table for where nothing draws."""
        return {MIME: copy.deepcopy(self.spec), "text/plain": str(self)}

    def _named(self) -> list[dict[str, Any]]:
        return [{"name": name, "options": options} for name, options in zip(self.by, self.options, strict=True)]

    def _panels(self) -> list[dict[str, Any]]:
        return [
            {
                "description": f"{chart.spec['description']} ({_said(self.by, choice)})",
                "table": chart.spec["usermeta"]["turnkeeper"]["table"],
            }
            for choice, chart in self.charts.items()
        ]

    def _lists(self) -> list[dict[str, Any]]:
        return [
            {
                "name": f"{CHOSEN}{place}",
                "value": 0,
                "bind": {"input": "select", "options": [*range(len(options))], "labels": options, "name": f"{name} "},
            }
            for place, (name, options) in enumerate(zip(self.by, self.options, strict=True))
        ]

    def _number(self) -> str:
        """The place of the chosen chart among all of them, from the places of what is chosen in each list."""
        sizes = [len(options) for options in self.options]
        return " + ".join(f"{CHOSEN}{place} * {prod(sizes[place + 1 :])}" for place in range(len(sizes)))


def switch(charts: Mapping[str | Choice, Chart], *, by: str | Sequence[str]) -> Switch:
    """Let the reader choose among charts of one shape.

    Example::

        chart.switch(
            {
                ("0.1", "20"): chart.lines(...),
                ("0.1", "40"): chart.lines(...),
                ("0.05", "20"): chart.lines(...),
                ("0.05", "40"): chart.lines(...),
            },
            by=("Read price", "Turns"),
        )

    Args:
        charts: The charts, each with what the reader chooses to see it: a text, or a tuple of texts, one for each
            name of `by`. There is one for each combination. The first is seen first.
        by: The name of what is chosen, or several.

    Returns:
        All of them, to be the last line of a cell.

    Raises:
        ValueError: There are fewer than two charts, one is missing, a choice does not fit `by`, or the charts differ in
            more than their numbers, their texts and the ends of their axes.
    """
    names: Choice = (by,) if isinstance(by, str) else tuple(by)
    given = {(choice,) if isinstance(choice, str) else tuple(choice): drawn for choice, drawn in charts.items()}
    if len(given) < 2:
        raise ValueError("A switch needs two charts or more: one alone leaves nothing to choose.")
    for choice in given:
        if len(choice) != len(names):
            raise ValueError(f"The choice {choice!r} has {len(choice)} parts, and by has {len(names)}: {names!r}.")
    for choice in product(*(dict.fromkeys(choice[place] for choice in given) for place in range(len(names)))):
        if choice not in given:
            raise ValueError(f"There is no chart for {_said(names, choice)}: each combination needs one.")
    return Switch(given, names)


def _said(by: Choice, choice: Choice) -> str:
    return ", ".join(f"{name}: {chosen}" for name, chosen in zip(by, choice, strict=True))


def _framed(spec: dict[str, Any], charts: Sequence[Chart]) -> dict[str, Any]:
    """Return a specification with the widest frame of all, so that nothing jumps when another is chosen."""
    if any("padding" not in chart.spec for chart in charts):
        return spec
    padding = {side: max(chart.spec["padding"][side] for chart in charts) for side in spec["padding"]}
    width = WIDTH - padding["left"] - padding["right"]
    return {**spec, "padding": padding, "width": width, "title": {**spec["title"], "dx": -padding["left"]}}
