"""Scales whose ends and marks are known before anything is drawn."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Scale:
    """A scale from `low` to `high`.

    Attributes:
        low: The number at its beginning.
        high: The number at its end.
        values: The numbers that are marked on it.
        log: True when equal steps are equal factors.
        factor: On a log scale, how many times as much each marked number is as the one before.
    """

    low: float
    high: float
    values: tuple[float, ...]
    log: bool = False
    factor: int = 1

    def share(self, value: float) -> float:
        """Return how far along the scale a number stands: 0 at its beginning, 1 at its end."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def number(self, share: float) -> float:
        """Return the number that stands so far along the scale, the reverse of `share`."""
        if self.log:
            return float(self.low * (self.high / self.low) ** share)
        return self.low + (self.high - self.low) * share

    @property
    def spec(self) -> dict[str, Any]:
        """The scale as Vega-Lite has it."""
        kind = {"type": "log"} if self.log else {"type": "linear", "zero": False}
        return {**kind, "domain": [self.low, self.high], "nice": False}


def linear(numbers: Sequence[float], *, marks: int = 5) -> Scale:
    """Return a linear scale that holds 0 and the numbers, and ends at marked ones.

    Args:
        numbers: What goes on it; at least one.
        marks: About how many numbers are marked.
    """
    low, high = min(*numbers, 0), max(*numbers, 0)
    if low == high:
        high = 1
    step = _Step.for_about(marks, low, high)
    values = step.times(math.floor(low / step.size + _ROUNDING), math.ceil(high / step.size - _ROUNDING))
    return Scale(values[0], values[-1], values)


def exact(numbers: Sequence[float], *, marks: int = 5) -> Scale:
    """Return a linear scale that begins and ends with the numbers themselves, marked at round ones between."""
    low, high = min(numbers), max(numbers)
    if high - low <= _ROUNDING * max(abs(low), abs(high)):
        return Scale(low - 1, high + 1, (low,))
    step = _Step.for_about(marks, low, high)
    return Scale(
        low, high, step.times(math.ceil(low / step.size - _ROUNDING), math.floor(high / step.size + _ROUNDING))
    )


def logarithmic(numbers: Sequence[float], *, marks: int = 5, below: bool = False) -> Scale:
    """Return a log scale from a power of ten to a power of ten.

    Args:
        numbers: What goes on it, all above 0; at least one.
        marks: The most numbers that are marked.
        below: True when the smallest number must stand some way along it: a bar that has no length is not seen.
    """
    first, last = _exponent(min(numbers)), _exponent(max(numbers))
    last += max(numbers) > _power(last)
    if below and math.log10(min(numbers)) - first < 0.1:
        first -= 1
    last = max(last, first + 1)
    apart = math.ceil((last - first) / marks)
    last = first + math.ceil((last - first) / apart) * apart
    values = tuple(_power(place) for place in range(first, last + 1, apart))
    return Scale(values[0], values[-1], values, log=True, factor=10**apart)


def _exponent(number: float) -> int:
    """The largest power of ten that is no larger, exactly: a rounded logarithm can be one too large."""
    below = Decimal(number).adjusted()
    return below + (number >= _power(below + 1))


def _power(exponent: int) -> float:
    return float(10**exponent) if exponent >= 0 else 1 / float(10**-exponent)


class _Step(NamedTuple):
    """The distance between two marks: 1, 2 or 5 times a power of ten."""

    digit: int
    exponent: int

    @classmethod
    def for_about(cls, marks: int, low: float, high: float) -> "_Step":
        least = (high - low) / marks
        exponent = math.floor(math.log10(least))
        return next(
            step
            for step in (cls(1, exponent), cls(2, exponent), cls(5, exponent), cls(1, exponent + 1))
            if step.size >= least * (1 - _ROUNDING)
        )

    @property
    def size(self) -> float:
        return self._by(1)

    def times(self, first: int, last: int) -> tuple[float, ...]:
        return tuple(self._by(place) for place in range(first, last + 1))

    def _by(self, place: int) -> float:
        power = float(10 ** abs(self.exponent))
        return place * self.digit * power if self.exponent >= 0 else place * self.digit / power
