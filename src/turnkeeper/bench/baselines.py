"""What five strategies of the course come to on the long day: one definition, for the score, the lesson and the page.

To run five strategies over a whole day takes longer than a reader waits for a verdict. So the figures are kept here,
and a test makes them anew from the same definition (tests/course/test_baselines.py).
"""

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from turnkeeper.bench.comparison import Comparison
from turnkeeper.bench.long_day import BUDGET, long_day
from turnkeeper.bench.replaying import replay
from turnkeeper.bench.session import Session
from turnkeeper.bench.strategies import facts_and_window, rarely, send_all, slide, summarised
from turnkeeper.bench.strategy import Strategy
from turnkeeper.client import connect
from turnkeeper.offline import ScriptedModel
from turnkeeper.scripts.counter import counter

SEEDS = (0, 1, 2)
"""The days that the kept figures were measured on."""


class DayFigures(NamedTuple):
    """What a strategy came to on a day.

    Attributes:
        seed: The seed of the day.
        strategy: The strategy's name.
        recall: The part of the probes that it answered right, from 0 to 1.
        cost: Its bill, in US dollars.
        longest: The tokens of its longest request.
        requests: How many requests it sent, those of its own helper among them.
    """

    seed: int
    strategy: str
    recall: float
    cost: float
    longest: int
    requests: int


KEPT = (
    DayFigures(0, "send all", 1.0, 0.027485445, 17_575, 242),
    DayFigures(0, "sliding window", 0.0, 0.036378125, 2_176, 234),
    DayFigures(0, "summary", 0.26666666666666666, 0.02864766, 2_314, 280),
    DayFigures(0, "facts + window", 0.6333333333333333, 0.04787726, 2_231, 441),
    DayFigures(0, "cut rarely", 0.0, 0.011105725, 2_499, 234),
    DayFigures(1, "send all", 1.0, 0.026606985, 17_331, 241),
    DayFigures(1, "sliding window", 0.0, 0.03568668, 2_059, 233),
    DayFigures(1, "summary", 0.26666666666666666, 0.02558414, 2_369, 274),
    DayFigures(1, "facts + window", 0.7, 0.04727327, 2_197, 441),
    DayFigures(1, "cut rarely", 0.0, 0.01059888, 2_494, 233),
    DayFigures(2, "send all", 1.0, 0.026691795, 17_271, 239),
    DayFigures(2, "sliding window", 0.0, 0.0354551, 2_036, 231),
    DayFigures(2, "summary", 0.3, 0.028084005, 2_338, 278),
    DayFigures(2, "facts + window", 0.6666666666666666, 0.046942155, 2_226, 438),
    DayFigures(2, "cut rarely", 0.0, 0.010568175, 2_496, 231),
)
"""The figures, as `figures_of(replay_day())` makes them."""


class StrategyMeans(NamedTuple):
    """The means of a strategy over the days of `SEEDS`: its name, its recall, and its bill in dollars."""

    strategy: str
    recall: float
    cost: float


def baselines() -> list[StrategyMeans]:
    """Return the five baselines, as the score of the exercise has them beside it."""
    names = dict.fromkeys(row.strategy for row in KEPT)
    return [
        StrategyMeans(
            name,
            fmean(row.recall for row in KEPT if row.strategy == name),
            fmean(row.cost for row in KEPT if row.strategy == name),
        )
        for name in names
    ]


def day_strategies() -> list[Strategy]:
    """Return the five baselines of the long day, with the numbers that they were measured with."""
    return [
        send_all(),
        slide(4, "sliding window"),
        summarised(BUDGET // 2, "summary", words=150),
        facts_and_window(8, "facts + window"),
        rarely(BUDGET, BUDGET * 5 // 8, "cut rarely"),
    ]


def replay_day(seeds: Sequence[int] = SEEDS, *, part: int = 1) -> Comparison:
    """Run the baselines over long days, with the prompt cache on, against the scripted model of the counter.

    Args:
        seeds: The seeds of the days.
        part: As in `long_day`.
    """

    def day(seed: int) -> Session:
        return long_day(seed, part=part)

    return replay(
        day,
        day_strategies(),
        seeds=seeds,
        # The clock stands still, so that no entry of the cache expires on a slow machine.
        connect=lambda: connect(ScriptedModel(counter, record=0, clock=lambda: 0.0)),
        measured_on="the scripted model of the counter",
        cache=True,
    )


def figures_of(found: Comparison) -> list[DayFigures]:
    """Return the figures of a comparison, as they are kept."""
    return [DayFigures(run.seed, run.strategy, run.recall, run.cost, run.longest, len(run.calls)) for run in found.runs]
