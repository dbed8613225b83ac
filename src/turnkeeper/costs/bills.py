"""What a reply costs: the bill for the `usage` that came back.

Sums are exact: prices are decimals, token counts whole numbers, and nothing is rounded here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from turnkeeper.costs.prices import Price, price
from turnkeeper.messages import part_of

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


@dataclass(frozen=True, slots=True)
class InputSplit:
    """The input tokens of a reply by what the cache did. Each token counts once.

    Attributes:
        read: Read from the cache.
        write_5m: Written to it for five minutes.
        write_1h: Written to it for an hour.
        fresh: Neither read nor written: plain input.
    """

    read: int
    write_5m: int
    write_1h: int
    fresh: int

    @property
    def written(self) -> int:
        """Written to the cache, for whatever time."""
        return self.write_5m + self.write_1h

    @property
    def total(self) -> int:
        """The whole prompt."""
        return self.read + self.written + self.fresh


def split_input(usage: Usage) -> InputSplit:
    """Return what of a reply's input was read from the cache, written to it, and fresh.

    The writes stand in the usage twice, as one number and split by their lifetime, and either may be missing. The
    larger of the two counts, so that no write goes unbilled; what the split does not name was written for five minutes.

    Args:
        usage: A `usage`. What stands in its `iterations` is left out, as in `total_input`.
    """
    split = part_of(usage, "cache_creation")
    write_1h = _count(split, "ephemeral_1h_input_tokens")
    named = _count(split, "ephemeral_5m_input_tokens") + write_1h
    written = max(_count(usage, "cache_creation_input_tokens"), named)
    return InputSplit(
        read=_count(usage, "cache_read_input_tokens"),
        write_5m=written - write_1h,
        write_1h=write_1h,
        fresh=_count(usage, "input_tokens"),
    )


def total_input(usage: Usage) -> int:
    """Return the tokens of the whole prompt: what was read, what was written and what is fresh.

    The three counts do not overlap, and `input_tokens` alone is only what stands behind the last marker (Anthropic's
    page "Prompt caching", "Tracking cache performance").

    Args:
        usage: A `usage`. What stands in its `iterations` is left out: a compaction is no part of the reply's prompt.
    """
    return split_input(usage).total


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
    for part, row in _billed(usage, model):
        split = split_input(part)
        whole += Bill(
            _dollars(split.fresh, row.input),
            _dollars(split.write_5m, row.write_5m),
            _dollars(split.write_1h, row.write_1h),
            _dollars(split.read, row.read),
            _dollars(_count(part, "output_tokens"), row.output),
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
    for part, row in _billed(usage, model):
        split = split_input(part)
        whole += split.fresh
        whole += split.write_5m * row.write_5m_multiple + split.write_1h * row.write_1h_multiple
        whole += split.read * row.read_multiple
    return whole


def _billed(usage: Usage, model: str) -> Iterator[tuple[Usage, Price]]:
    """The parts of a usage that are billed, each with its prices."""
    iterations = part_of(usage, "iterations")
    for part in iterations if isinstance(iterations, list | tuple) and iterations else [usage]:
        yield part, price(str(part_of(part, "model") or model), total_input(part))


def _dollars(tokens: int, per_million: Decimal) -> Decimal:
    return (tokens * per_million).scaleb(-6)


def _count(usage: object, name: str) -> int:
    return int(part_of(usage, name) or 0)
