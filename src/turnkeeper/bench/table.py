"""The table of a comparison, as text for a terminal and as HTML for a notebook and a page."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import get_args

from turnkeeper.bench.judging import Outcome
from turnkeeper.bench.spread import Difference, Spread
from turnkeeper.history_table import clipped

WIDTH = 100
"""The most columns of a line."""
_HEADS = ("strategy", "recall", "difference", "judge", "input", "cost", "longest", "invalid", "refused")
_CELL = "padding:.3em .6em;text-align:{};white-space:nowrap"
_GAP = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table: what one strategy came to.

    Attributes:
        strategy: Its name.
        recall: Recall, as a part of 1.
        difference: Recall less the baseline's, in pairs; None in the line of the baseline.
        outcomes: What the judge found; None in the line of the baseline.
        input_tokens: Tokens of all prompts of a run.
        cost: Dollars for a run.
        longest: Tokens of the longest prompt of a run.
        invalid: How many requests of all runs had a fault.
        requests: How many requests all runs sent.
        refused: How many turns of all runs were refused.
    """

    strategy: str
    recall: Spread
    difference: Difference | None
    outcomes: Mapping[Outcome, int] | None
    input_tokens: Spread
    cost: Spread
    longest: Spread
    invalid: int
    requests: int
    refused: int

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells, as text."""
        return (
            self.strategy,
            f"{self.recall.mean:.2f} ±{self.recall.deviation:.2f}",
            "" if self.difference is None else _difference(self.difference),
            "" if self.outcomes is None else "/".join(str(self.outcomes[kind]) for kind in get_args(Outcome)),
            f"{self.input_tokens.mean:,.0f}",
            f"${self.cost.mean:.4f}",
            f"{self.longest.high:,.0f}",
            f"{self.invalid:,}/{self.requests:,}",
            f"{self.refused:,}",
        )


def caption_of(baseline: str, runs: int, measured_on: str) -> str:
    """Return what the reader of the table and of the chart has to know.

    Args:
        baseline: The strategy that the others are compared with.
        runs: How many runs each strategy had, one for each seed.
        measured_on: Who answered.
    """
    repeats = f"Means of {runs} runs" if runs > 1 else "One run"
    return (
        f"{repeats} ± standard deviation. Difference: recall less that of “{baseline}”, in pairs of one seed; ~ marks "
        f"what may be noise. Judge: answers found better, as good, worse than those of “{baseline}”, blind, and those "
        f"with an unclear verdict. Input: tokens of a run. Longest: tokens of the longest prompt, which may be one of "
        f"a strategy's own helper. Invalid: requests with a fault. Refused: turns without an answer. Measured on "
        f"{measured_on}: a hypothesis until it is measured on your own model and your own sessions."
    )


def as_text(lines: Sequence[Line], caption: str) -> str:
    """Return the table as aligned text, no line of it longer than `WIDTH` columns."""
    rows = [_HEADS, *(line.cells for line in lines)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(_HEADS))]
    widths[0] = max(len(_HEADS[0]), min(widths[0], WIDTH - sum(widths[1:]) - _GAP * len(widths[1:])))
    text = [
        (" " * _GAP)
        .join(
            f"{clipped(cell, width):<{width}}" if place == 0 else f"{cell:>{width}}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        .rstrip()
        for row in rows
    ]
    return "\n".join([*text, "", *textwrap.wrap(caption, WIDTH)])


def as_html(lines: Sequence[Line], caption: str) -> str:
    """Return the table as HTML, with its caption and the scope of its heads."""
    left, right = _CELL.format("left"), _CELL.format("right")
    heads = "".join(
        f'<th scope="col" style="{right if place else left}">{head}</th>' for place, head in enumerate(_HEADS)
    )
    body = ""
    for line in lines:
        name, *cells = map(escape, line.cells)
        numbers = "".join(f'<td style="{right}">{cell}</td>' for cell in cells)
        body += f'<tr><th scope="row" style="{left}">{name}</th>{numbers}</tr>'
    return (
        '<div style="overflow-x:auto" tabindex="0" role="group" aria-label="Comparison of strategies">'
        f'<table class="tk-bench"><caption style="text-align:left;caption-side:bottom">{escape(caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _difference(difference: Difference) -> str:
    noise = "~" if difference.is_noise else ""
    return f"{noise}{difference.spread.mean:+.2f} ±{difference.spread.deviation:.2f}"
