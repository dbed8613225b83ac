"""The chart of a comparison: recall against cost, as a plain Vega-Lite specification."""

from collections.abc import Sequence
from typing import Any

from turnkeeper.bench.run import Run

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


def chart(runs: Sequence[Run], *, caption: str) -> dict[str, Any]:
    """Return a chart with a point for each run, and a larger one with the name for each strategy's mean.

    Colour is never alone: each strategy has a shape too, and its name stands at its mean.

    Args:
        runs: The runs.
        caption: What the reader has to know; it is the chart's description too.
    """
    names = list(dict.fromkeys(run.strategy for run in runs))
    values = [
        {"strategy": run.strategy, "seed": run.seed, "recall": run.recall, "cost": run.cost, "invalid": run.invalid}
        for run in runs
    ]
    by_strategy = {"field": "strategy", "type": "nominal", "sort": names, "legend": None}
    means = [
        {
            "aggregate": [{"op": "mean", "field": field, "as": field} for field in ("recall", "cost")],
            "groupby": ["strategy"],
        }
    ]
    return {
        "$schema": SCHEMA,
        "title": "Recall and cost of each strategy",
        "description": caption,
        "width": 480,
        "height": 300,
        "data": {"name": "runs", "values": values},
        "encoding": {
            "x": {
                "field": "cost",
                "type": "quantitative",
                "title": "Cost of a run, in dollars",
                "axis": {"format": ".2~g"},
            },
            "y": {
                "field": "recall",
                "type": "quantitative",
                "title": "Recall",
                "scale": {"domain": [0, 1.05]},
                "axis": {"format": ".0%"},
            },
            "color": by_strategy,
        },
        "layer": [
            {
                "mark": {"type": "point", "size": 30, "opacity": 0.6},
                "encoding": {
                    "shape": by_strategy,
                    "tooltip": [{"field": field} for field in ("strategy", "seed", "recall", "cost", "invalid")],
                },
            },
            {
                "transform": means,
                "mark": {"type": "point", "size": 160, "filled": True},
                "encoding": {"shape": by_strategy},
            },
            {
                "transform": means,
                "mark": {"type": "text", "align": "left", "dx": 10, "dy": -8},
                "encoding": {"text": {"field": "strategy"}, "color": {"value": "#333"}},
            },
        ],
    }
