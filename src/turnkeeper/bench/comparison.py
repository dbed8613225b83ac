"""What a replay found: every run, every verdict, and the differences between strategies with their spread."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, get_args

from turnkeeper.bench.chart import chart
from turnkeeper.bench.judging import Outcome, Verdict
from turnkeeper.bench.run import Run
from turnkeeper.bench.spread import Difference, Spread
from turnkeeper.bench.table import Line, as_html, as_text, caption_of
from turnkeeper.costs import Bill

MEASURES = ("recall", "input_tokens", "output_tokens", "longest", "cost", "invalid", "refused")
"""What can be compared: each is a figure of a `Run`."""


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """The result of a replay. It prints as a table, and a notebook draws it as one.

    It tells what these models did with these sessions. Whether your model does the same is a hypothesis until it is
    measured there.

    Attributes:
        runs: A run for each seed and strategy; seeds in their order, and within each the strategies in theirs.
        verdicts: What the blind judge found, for every strategy but the first.
        measured_on: Who answered, in a few words, for the caption.
        judge_bill: What the judge cost, in dollars. No strategy is charged for it.
    """

    runs: tuple[Run, ...]
    verdicts: tuple[Verdict, ...]
    measured_on: str
    judge_bill: Bill

    @property
    def strategies(self) -> list[str]:
        """The names of the strategies; the first is the baseline."""
        return list(dict.fromkeys(run.strategy for run in self.runs))

    @property
    def baseline(self) -> str:
        """The strategy that the others are compared with."""
        return self.runs[0].strategy

    def runs_of(self, strategy: str) -> list[Run]:
        """Return the runs of a strategy, one for each seed.

        Raises:
            ValueError: If no strategy has this name.
        """
        if strategy not in self.strategies:
            raise ValueError(f"no strategy {strategy!r} was replayed, only {', '.join(self.strategies)}")
        return [run for run in self.runs if run.strategy == strategy]

    def spread(self, strategy: str, measure: str = "recall") -> Spread:
        """Return a figure of a strategy over its seeds.

        Args:
            strategy: A strategy's name.
            measure: One of `MEASURES`: "recall" is a part of 1, "cost" is in dollars, "invalid" and "refused" are
                numbers of requests and of turns, the others are tokens.

        Raises:
            ValueError: If there is no such strategy or measure.
        """
        return Spread.of([_figure(run, measure) for run in self.runs_of(strategy)])

    def difference(self, strategy: str, measure: str = "recall", *, against: str | None = None) -> Difference:
        """Return how far a strategy lies from another, seed by seed. Printed, it is a sentence.

        Args:
            strategy: A strategy's name.
            measure: As in `spread`.
            against: The other strategy; None takes the baseline.

        Raises:
            ValueError: If there is no such strategy or measure.
        """
        other = self.baseline if against is None else against
        pairs = zip(self.runs_of(strategy), self.runs_of(other), strict=True)
        values = [_figure(run, measure) - _figure(another, measure) for run, another in pairs]
        return Difference(strategy, other, measure, Spread.of(values))

    def outcomes(self, strategy: str) -> dict[Outcome, int]:
        """Return how often the judge found a strategy's answer better than the baseline's, a tie, worse, or unclear."""
        found = Counter(verdict.outcome for verdict in self.verdicts if verdict.strategy == strategy)
        return {outcome: found[outcome] for outcome in get_args(Outcome)}

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each strategy, seed and probe, as plain values: for a data frame, or for JSON."""
        told = {(verdict.strategy, verdict.seed, verdict.probe): verdict.outcome for verdict in self.verdicts}
        return [
            {
                "strategy": run.strategy,
                "seed": run.seed,
                "probe": place,
                "question": answer.probe.question,
                "expected": list(answer.probe.expected),
                "answer": answer.text,
                "held": answer.held,
                "outcome": told.get((run.strategy, run.seed, place)),
            }
            for run in self.runs
            for place, answer in enumerate(run.answers)
        ]

    def chart(self) -> dict[str, Any]:
        """Return the chart of recall and cost as a Vega-Lite specification (version 5): a point for each run."""
        return chart(self.runs, caption=self.caption)

    @property
    def caption(self) -> str:
        """What the reader of the table and of the chart has to know."""
        return caption_of(self.baseline, len(self.runs_of(self.baseline)), self.measured_on)

    def __repr__(self) -> str:
        return as_text(self._lines(), self.caption)

    def _repr_html_(self) -> str:
        return as_html(self._lines(), self.caption)

    def _lines(self) -> list[Line]:
        return [
            Line(
                strategy=name,
                recall=self.spread(name),
                difference=None if name == self.baseline else self.difference(name),
                outcomes=None if name == self.baseline else self.outcomes(name),
                input_tokens=self.spread(name, "input_tokens"),
                cost=self.spread(name, "cost"),
                longest=self.spread(name, "longest"),
                invalid=sum(run.invalid for run in self.runs_of(name)),
                requests=sum(len(run.calls) for run in self.runs_of(name)),
                refused=sum(len(run.refused) for run in self.runs_of(name)),
            )
            for name in self.strategies
        ]


def _figure(run: Run, measure: str) -> float:
    if measure not in MEASURES:
        raise ValueError(f"what can be measured is {', '.join(MEASURES)}, not {measure!r}")
    return len(run.refused) if measure == "refused" else float(getattr(run, measure))
