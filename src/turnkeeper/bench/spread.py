"""A figure over repeats: its mean, and how far the repeats lie apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

_FEW = 5
"""With fewer pairs a standard error tells little."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure over repeats.

    Attributes:
        mean: The mean.
        deviation: The standard deviation of the repeats (divided by their number less one); 0 for a single one.
        low: The smallest.
        high: The largest.
        count: How many repeats there are.
    """

    mean: float
    deviation: float
    low: float
    high: float
    count: int

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Return the spread of some values, one or more."""
        deviation = stdev(values) if len(values) > 1 else 0.0
        return cls(fmean(values), deviation, min(values), max(values), len(values))


@dataclass(frozen=True, slots=True)
class Difference:
    """How far a strategy lies from another, seed by seed: both met the same session.

    Attributes:
        strategy: The strategy.
        against: The one it is compared with.
        measure: What was measured, such as "recall".
        spread: The differences of the pairs; positive where the strategy has more.
    """

    strategy: str
    against: str
    measure: str
    spread: Spread

    @property
    def is_noise(self) -> bool:
        """True when the pairs do not tell: they differ among themselves as much as the strategies do.

        One pair tells nothing. With 2 to 4 pairs it is noise when some say more and others less, and when the mean is
        no larger than the standard deviation of the pairs. From 5 pairs on it is noise when the mean is no larger than
        two standard errors: its own spread, `deviation / sqrt(count)`. Pairs that all say the same are no noise.

        A rule of thumb, and no test of significance. Where the strategies do not differ and chance is a bell curve, a
        difference is no noise to it in 2 of 5 comparisons with 2 pairs, 1 of 5 with 3, 1 of 9 with 4 or 5, and 1 of 20
        with many (measured over 20,000 of each): so take five seeds or more.
        """
        told = self.spread
        if told.low == told.high:
            return told.count == 1
        if told.count < _FEW:
            return told.low < 0 < told.high or abs(told.mean) <= told.deviation
        return abs(told.mean) <= 2 * told.deviation / sqrt(told.count)

    def __str__(self) -> str:
        told = self.spread
        pairs = f"{told.count} pair{'s' * (told.count != 1)}"
        if told.low == told.high == 0:
            text = f"{self.strategy}: {self.measure} as with {self.against} in {pairs}."
        else:
            text = (
                f"{self.strategy}: {self.measure} {_number(told.mean)} against {self.against} in {pairs} (from "
                f"{_number(told.low)} to {_number(told.high)}, standard deviation {_number(told.deviation)[1:]})."
            )
        if told.count == 1:
            return f"{text} One pair shows no spread: repeat it with more seeds."
        if self.is_noise:
            spread = "the spread of the pairs" if told.count < _FEW else "two standard errors of the mean"
            return f"{text} That is within {spread}: take it for noise, or repeat it with more seeds."
        return text


def _number(value: float) -> str:
    return f"{value:+,.0f}" if abs(value) >= 100 else f"{value:+.3g}"
