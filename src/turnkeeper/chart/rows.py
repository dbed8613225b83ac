"""The rows of a chart: read once, with the row named that cannot be drawn."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

Row = Mapping[str, Any]


class Rows:
    """The rows that a chart draws.

    Args:
        rows: One mapping for each row; copied.

    Raises:
        ValueError: There is no row, or one is not a mapping.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        given = list(rows)
        if not given:
            raise ValueError("There is nothing to draw: rows is empty.")
        for place, row in enumerate(given):
            if not isinstance(row, Mapping):
                raise ValueError(f"rows[{place}] is a {type(row).__name__}; each row must be a dict.")
        self.rows = [dict(row) for row in given]

    def texts(self, key: str) -> list[str]:
        """Return a column as text, whatever its values are."""
        return [str(value) for value in self._column(key)]

    def numbers(self, key: str, *, log: bool = False, negative: bool = False) -> list[float]:
        """Return a column of numbers.

        Args:
            key: The column.
            log: True when the column goes on a log scale, which has no place for 0.
            negative: True when a number below 0 can be drawn.

        Raises:
            ValueError: A row lacks the key, or holds there what cannot be drawn.
        """
        return [self._number(place, key, value, log, negative) for place, value in enumerate(self._column(key))]

    def _column(self, key: str) -> list[Any]:
        for place, row in enumerate(self.rows):
            if key not in row:
                there = ", ".join(map(repr, row)) or "none"
                raise ValueError(f"rows[{place}] has no key {key!r}; its keys are: {there}.")
        return [row[key] for row in self.rows]

    def _number(self, place: int, key: str, value: Any, log: bool, negative: bool) -> float:
        where = f"rows[{place}][{key!r}]"
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"{where} is {value!r:.40}, a {type(value).__name__}; a chart draws int and float.")
        if value != 0 and not 1e-9 <= abs(value) <= 1e15:  # NaN, too; an int can be too long to be named
            raise ValueError(f"{where} is too large, too small or NaN: a chart draws 0, and sizes of 1e-9 to 1e15.")
        if log and value <= 0:
            raise ValueError(
                f"{where} is {value!r}; a log scale has only numbers above 0: leave out log=True, or this row."
            )
        if not negative and value < 0:
            raise ValueError(f"{where} is {value!r}; a bar cannot be shorter than 0.")
        return value


def written(value: float) -> str:
    """Return a number as people read it: thousands apart, and of a fraction four significant digits."""
    if float(value).is_integer():
        return f"{value:,.0f}"
    size = math.floor(math.log10(abs(value)))
    return f"{value:,.{3 - size}f}".rstrip("0").rstrip(".") if size < 3 else f"{value:,.0f}"


def heading(key: str, unit: str = "") -> str:
    """Return a column's name for people, with its unit when the name does not say it."""
    name = key.replace("_", " ")
    return f"{name} ({unit})" if unit and unit != name else name
