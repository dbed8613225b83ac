"""The prices of each model, in dollars per million tokens.

Every price names its source and the day its page stood so; a price list is not a promise.

Not in these prices: the batch discount (half), fast mode, the surcharge for a region, and what server tools cost.
"""

from dataclasses import dataclass
from decimal import Decimal

from turnkeeper.models import MODELS


@dataclass(frozen=True, slots=True)
class Price:
    """Prices of one model, in dollars per million tokens.

    Attributes:
        input: Fresh input: neither read from the cache nor written to it.
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
    fresh, write_5m, write_1h, read, output = map(Decimal, prices.split())
    return Price(fresh, write_5m, write_1h, read, output, as_of, source, longest)


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
