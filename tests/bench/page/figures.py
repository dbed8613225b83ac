"""Figures with their limits, and how they are printed."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass
class Row:
    """One figure of the printout.

    Attributes:
        name: What was measured.
        values: Every value, in the order of measuring.
        unit: Of the values.
        limit: What the median may be at most, or at least; None where there is no limit.
        at_least: Whether the limit is a lower one.
    """

    name: str
    values: Sequence[float]
    unit: str
    limit: float | None = None
    at_least: bool = False

    @property
    def median(self) -> float:
        return median(self.values)

    @property
    def is_met(self) -> bool:
        if self.limit is None:
            return True
        return self.median >= self.limit if self.at_least else self.median <= self.limit


def line(row: Row) -> str:
    """A row as a line of text: median, least and most, limit, verdict."""
    spread = f"{_show(min(row.values))} to {_show(max(row.values))}" if len(row.values) > 1 else ""
    limit = "" if row.limit is None else f"{'at least' if row.at_least else 'at most'} {_show(row.limit)}"
    verdict = "" if row.limit is None else ("met" if row.is_met else "NOT MET")
    return f"  {row.name:<58} {_show(row.median):>9} {row.unit:<5} {spread:<18} {limit:<15} {verdict}".rstrip()


def _show(value: float) -> str:
    if value == int(value) and abs(value) >= 10:
        return f"{value:,.0f}"
    return f"{value:,.2f}" if abs(value) < 10 else f"{value:,.1f}"
