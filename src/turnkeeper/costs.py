"""What a reply costs: the prices of each model, and the bill for the `usage` that came back.

Every price names its source and the day its page stood so; a price list is not a promise. Sums are exact: prices are
decimals, token counts whole numbers, and nothing is rounded here.

Not in these prices: the batch discount (half), fast mode, the surcharge for a region, and what server tools cost.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from turnkeeper.models import MODELS

Usage = object
"""A `usage`, as a mapping or as the SDK's object. A count that is left out or null is 0."""


@dataclass(frozen=True, slots=True)
class Price:
    """Prices of one model, in dollars per million tokens.

    Attributes:
        input: Input that is neither read from the cache nor written to it.
        write_5m: Input written to the cache for five minutes.
        write_1h: Input written to the cache for an hour.
        read: Input read from the cache.
        output: Output, thinking included.
        as_of: The day the source stood so, as YYYY-MM-DD.
        source: Where the prices were read, as a sentence.
        longest: The longest prompt these prices hold for, in tokens, all three kinds of input together; None for any.
    """

    input: Decimal
    write_5m: Decimal
    write_1h: Decimal
    read: Decimal
    output: Decimal
    as_of: str
    source: str
    longest: int | None = None

    @property
    def write_5m_multiple(self) -> Decimal:
        """Price of a five-minute write, as a multiple of plain input."""
        return self.write_5m / self.input

    @property
    def write_1h_multiple(self) -> Decimal:
        """Price of a one-hour write, as a multiple of plain input."""
        return self.write_1h / self.input

    @property
    def read_multiple(self) -> Decimal:
        """Price of a read, as a multiple of plain input."""
        return self.read / self.input


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


_PAGE = "Anthropic's page “Prompt caching”, its price table, in a snapshot of the documentation of 21 August 2026."
_EXCERPT = (
    "Search excerpts of Anthropic's pages “Pricing” and “Models”, October to November 2026: an excerpt was read, not "
    "the whole page, so check the page before you rely on it."
)
_EXCERPT_52 = (
    "Search excerpts of Anthropic's model pages and launch posts of 9 November 2026: an excerpt was read, not the "
    "whole page. The price of a one-hour write is the rule of twice the input. Check the page before you rely on it."
)


def _page(prices: str) -> tuple[Price]:
    return (_row(prices, "2026-08-21", _PAGE),)


def _excerpt(prices: str, source: str = _EXCERPT) -> tuple[Price]:
    return (_row(prices, "2026-11-30", source),)


def _row(prices: str, as_of: str, source: str, longest: int | None = None) -> Price:
    """A row of the table: input, five-minute write, one-hour write, read and output."""
    plain, write_5m, write_1h, read, output = map(Decimal, prices.split())
    return Price(plain, write_5m, write_1h, read, output, as_of, source, longest)


_FABLE_52 = _excerpt("8 10 16 0.20 40", _EXCERPT_52)
_FABLE_51 = _excerpt("10 12.50 20 0.25 50")
_FABLE_5 = _page("10 12.50 20 1 50")
_OPUS = _page("5 6.25 10 0.50 25")
_SONNET_4 = _page("3 3.75 6 0.30 15")

PRICES: dict[str, tuple[Price, ...]] = {
    "claude-fable-5-2": _FABLE_52,
    "claude-mythos-5-2": _FABLE_52,
    "claude-fable-5-1": _FABLE_51,
    "claude-mythos-5-1": _FABLE_51,
    "claude-fable-5": _FABLE_5,
    "claude-mythos-5": _FABLE_5,
    "claude-opus-5-5": _excerpt("4 5 8 0.20 20"),
    "claude-opus-5": _OPUS,
    "claude-opus-4-8": _OPUS,
    "claude-opus-4-7": _OPUS,
    "claude-opus-4-6": _OPUS,
    "claude-opus-4-5": _OPUS,
    "claude-sonnet-5-5": _excerpt("2 2.50 4 0.10 10"),
    "claude-sonnet-5": _page("2 2.50 4 0.20 10"),
    "claude-sonnet-4-6": _SONNET_4,
    "claude-sonnet-4-5": _SONNET_4,
    "claude-haiku-5-5": (
        _row("0.10 0.125 0.20 0.01 0.50", "2026-11-30", _EXCERPT, longest=100_000),
        _row("0.50 0.625 1.00 0.05 2.50", "2026-11-30", _EXCERPT),
    ),
    "claude-haiku-4-5": _page("1 1.25 2 0.10 5"),
}
"""The prices of every row of `MODELS`; more than one where the length of the prompt decides, the shortest first."""


def price(model: str, input_tokens: int = 0) -> Price:
    """Return the prices that a whole request is billed at.

    Args:
        model: A model id of `MODELS`.
        input_tokens: The length of the prompt, cached or not, in tokens. It matters on `claude-haiku-5-5` only: a
            prompt of more than 100,000 tokens costs five times as much, from its first token on.

    Raises:
        ValueError: If there is no such model; the sentence names those there are.
    """
    if model not in MODELS:
        raise ValueError(f"no prices for the model {model!r}; there are prices for {', '.join(MODELS)}")
    rows = PRICES[MODELS[model].id]
    return next(row for row in rows if row.longest is None or input_tokens <= row.longest)


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
