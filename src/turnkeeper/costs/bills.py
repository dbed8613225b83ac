"""What a reply costs: the bill for the `usage` that came back.

Sums are exact: prices are decimals, token counts whole numbers, and nothing is rounded here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from turnkeeper.costs.prices import price

Usage = object
"""A `usage`, as a mapping or as the SDK's object. A count that is left out or null is 0."""


@dataclass(frozen=True, slots=True)
class Bill:
    """A bill in dollars, by kind of token. Bills can be added."""

    input: Decimal = Decimal(0)
    cache_write_5m: Decimal = Decimal(0)
    cache_write_1h: Decimal = Decimal(0)
    cache_read: Decimal = Decimal(0)
    output: Decimal = Decimal(0)

    @property
    def total(self) -> Decimal:
        """Everything together."""
        return self.input + self.cache_write_5m + self.cache_write_1h + self.cache_read + self.output

    def __add__(self, other: "Bill") -> "Bill":
        return Bill(
            self.input + other.input,
            self.cache_write_5m + other.cache_write_5m,
            self.cache_write_1h + other.cache_write_1h,
            self.cache_read + other.cache_read,
            self.output + other.output,
        )


def total_input(usage: Usage) -> int:
    """Return the tokens of the whole prompt: what was read, what was written and what was neither.

    The three counts do not overlap, and `input_tokens` alone is only what stands behind the last marker (Anthropic's
    page "Prompt caching", "Tracking cache performance").

    Args:
        usage: A `usage`. What stands in its `iterations` is left out: a compaction is no part of the reply's prompt.
    """
    return _Counts.of(usage).total_input


def bill(usage: Usage, model: str) -> Bill:
    """Return what a reply costs, in dollars.

    Where the usage has `iterations`, each is billed, at the length of its own prompt: the counts at the top leave out
    what a compaction used (`types/beta/beta_iterations_usage.py` of the `anthropic` SDK). Writes that are not split by
    lifetime count as five-minute ones.

    Args:
        usage: The `usage` of a reply.
        model: The model id the request named. An iteration that names another is billed as that one.

    Raises:
        ValueError: If there is no such model.
    """
    whole = Bill()
    for counts, named in _billed(usage, model):
        row = price(named, counts.total_input)
        whole += Bill(
            _dollars(counts.plain, row.input),
            _dollars(counts.write_5m, row.write_5m),
            _dollars(counts.write_1h, row.write_1h),
            _dollars(counts.read, row.read),
            _dollars(counts.output, row.output),
        )
    return whole


def in_base_tokens(usage: Usage, model: str) -> Decimal:
    """Return the price of a reply's input in tokens of plain input: what as many uncached tokens would have cost.

    Output is left out. Iterations count as in `bill`.

    Args:
        usage: The `usage` of a reply.
        model: The model id the request named.

    Raises:
        ValueError: If there is no such model.
    """
    whole = Decimal(0)
    for counts, named in _billed(usage, model):
        row = price(named, counts.total_input)
        whole += counts.plain
        whole += counts.write_5m * row.write_5m_multiple + counts.write_1h * row.write_1h_multiple
        whole += counts.read * row.read_multiple
    return whole


@dataclass(frozen=True, slots=True)
class _Counts:
    """The counts of a usage, each token in one of them. The split of the writes never exceeds their number."""

    plain: int
    write_5m: int
    write_1h: int
    read: int
    output: int

    @property
    def total_input(self) -> int:
        return self.plain + self.write_5m + self.write_1h + self.read

    @classmethod
    def of(cls, usage: Usage) -> "_Counts":
        split = _field(usage, "cache_creation")
        write_1h = _count(split, "ephemeral_1h_input_tokens")
        written = _count(usage, "cache_creation_input_tokens")
        return cls(
            plain=_count(usage, "input_tokens"),
            write_5m=written - min(write_1h, written),
            write_1h=min(write_1h, written),
            read=_count(usage, "cache_read_input_tokens"),
            output=_count(usage, "output_tokens"),
        )


def _billed(usage: Usage, model: str) -> Iterable[tuple[_Counts, str]]:
    """The parts of a usage that are billed, each with its model."""
    iterations = _field(usage, "iterations")
    for part in iterations if isinstance(iterations, list | tuple) and iterations else [usage]:
        yield _Counts.of(part), str(_field(part, "model") or model)


def _dollars(tokens: int, per_million: Decimal) -> Decimal:
    return (tokens * per_million).scaleb(-6)


def _count(usage: object, name: str) -> int:
    return int(_field(usage, name) or 0)


def _field(usage: object, name: str) -> Any:
    return usage.get(name) if isinstance(usage, Mapping) else getattr(usage, name, None)
