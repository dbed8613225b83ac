"""The same conversations played request by request: what of each is read from the cache, written to it, or neither.

System prompt and turns are as in `formulas`, and the sums agree with it. A plan may also be one that has no formula,
and the parts of every request are kept, for a chart. Whatever was written is found again: neither how long an entry
lives nor how far the cache looks back is played here; `offline/cache.py` does that.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate, groupby
from typing import Literal, get_args

from turnkeeper.costs.formulas import check_cut
from turnkeeper.costs.numbers import Multiple, check_whole, exact, tidy

Marked = Literal["nothing", "system", "all"]
"""How much of each request is marked for the cache."""
Cache = Literal["read", "written", "fresh"]
"""What the cache does for a stretch of a request: "fresh" is plain input."""


@dataclass(frozen=True, slots=True)
class SendingPlan:
    """A way of choosing: which of the past turns each request sends, and what of the request is marked for the cache.

    Attributes:
        name: What a chart calls it.
        keep: A function from the number of past turns to how many of the newest of them are sent.
        cached: "nothing"; "system" for a marker behind the system prompt; "all" for another one at the end of the
            request, so that the next can go on from there.
        anchor: Tokens that stand in front of the turns that are sent, as soon as one is left out.

    Raises:
        ValueError: If `anchor` is no whole number or less than 0, or `cached` none of the three.
    """

    name: str
    keep: Callable[[int], int]
    cached: Marked = "all"
    anchor: int = 0

    def __post_init__(self) -> None:
        check_whole(anchor=self.anchor)
        if self.cached not in get_args(Marked):
            raise ValueError(f"cached is one of {', '.join(get_args(Marked))}, not {self.cached!r}")


@dataclass(frozen=True, slots=True)
class PlannedPart:
    """A stretch of a request that has one price.

    Attributes:
        what: The system prompt, the anchor, past turns, or the question.
        tokens: How many tokens.
        cache: Whether it is read from the cache, written to it, or neither.
    """

    what: Literal["system", "anchor", "past", "question"]
    tokens: int
    cache: Cache


@dataclass(frozen=True, slots=True)
class PlannedRequest:
    """The request of one turn.

    Attributes:
        turn: Which turn, from 1.
        parts: Its parts in the order they are sent; none of them is empty.
        left_out: Past turns that are not sent, in tokens.
    """

    turn: int
    parts: tuple[PlannedPart, ...]
    left_out: int

    @property
    def read(self) -> int:
        """Tokens read from the cache."""
        return self._sum("read")

    @property
    def written(self) -> int:
        """Tokens written to the cache."""
        return self._sum("written")

    @property
    def fresh(self) -> int:
        """Tokens of plain input."""
        return self._sum("fresh")

    @property
    def usage(self) -> dict[str, int]:
        """The input side of the `usage` such a request would report, as `bill` takes it."""
        return {
            "input_tokens": self.fresh,
            "cache_creation_input_tokens": self.written,
            "cache_read_input_tokens": self.read,
        }

    def base_tokens(self, *, read: Multiple = 0.1, write: Multiple = 1.25) -> Decimal:
        """Return what the input costs, in tokens of plain input.

        Args:
            read: Price of a read, as a multiple of plain input.
            write: Price of a write, likewise.

        Raises:
            ValueError: If a multiple is no number, or less than 0.
        """
        return tidy(exact("read", read) * self.read + exact("write", write) * self.written + self.fresh)

    def _sum(self, cache: Cache) -> int:
        return sum(part.tokens for part in self.parts if part.cache == cache)


def every_turn(*, cached: bool = True) -> SendingPlan:
    """Return the plan that sends every turn: `input_with_cache`, or `input_without_cache`.

    Args:
        cached: False to mark nothing for the cache.
    """
    return SendingPlan("send all", lambda past: past, "all" if cached else "nothing")


def sliding_window(turns: int, *, anchor: int = 0, cached: bool = True) -> SendingPlan:
    """Return the plan that sends the newest turns only, the system prompt cached: `input_with_window`.

    Args:
        turns: How many past turns are sent, at most.
        anchor: Tokens that stand in front of them as soon as a turn is left out.
        cached: False to mark nothing for the cache.

    Raises:
        ValueError: If a number is no whole number, or less than 0.
    """
    check_whole(turns=turns)
    name = f"sliding window of {turns} {'turn' if turns == 1 else 'turns'}"
    return SendingPlan(name, lambda past: min(past, turns), "system" if cached else "nothing", anchor)


def grow_then_cut(high: int, low: int) -> SendingPlan:
    """Return the plan that sends up to `high` past turns, then cuts to `low` and grows again: `input_with_cuts`.

    Args:
        high: How many past turns are sent, at most.
        low: How many are kept where there would be one more.

    Raises:
        ValueError: If a number is no whole number or less than 0, or if `low` is more than `high`.
    """
    check_whole(high=high, low=low)
    check_cut(high, low)

    def keep(past: int) -> int:
        return past if past <= high else low + (past - high - 1) % (high + 1 - low)

    return SendingPlan(f"grow to {high}, then cut to {low}", keep)


def simulate(plan: SendingPlan, turns: int, *, system: int, user: int, assistant: int) -> list[PlannedRequest]:
    """Play a conversation, and return its requests, oldest first.

    Args:
        plan: The way of choosing.
        turns: How many turns.
        system: Tokens of the system prompt.
        user: Tokens of a question.
        assistant: Tokens of a reply.

    Raises:
        ValueError: If a number is no whole number or less than 0, or if the plan keeps more turns than there are.
    """
    check_whole(turns=turns, system=system, user=user, assistant=assistant)
    return list(_played(plan, turns, system, user, assistant))


def cheaper_turns(
    one: SendingPlan,
    other: SendingPlan,
    *,
    system: int,
    user: int,
    assistant: int,
    read: Multiple = 0.1,
    write: Multiple = 1.25,
    most: int = 1_000,
) -> list[range]:
    """Return the lengths of conversation for which one plan is cheaper than another, in turns.

    Args:
        one: The plan that is to be cheaper, all its requests together.
        other: The plan it is held against.
        system: Tokens of the system prompt.
        user: Tokens of a question.
        assistant: Tokens of a reply.
        read: Price of a read, as a multiple of plain input.
        write: Price of a write, likewise.
        most: The longest conversation that is tried, in turns.

    Returns:
        The stretches of lengths, shortest first. One that ends with `most` may go on.

    Raises:
        ValueError: If a number is not what it should be; the sentence names it.
    """
    check_whole(most=most)
    totals = (
        accumulate(request.base_tokens(read=read, write=write) for request in played)
        for played in (simulate(plan, most, system=system, user=user, assistant=assistant) for plan in (one, other))
    )
    by_length = enumerate(zip(*totals, strict=True), start=1)
    stretches = groupby(by_length, key=lambda entry: entry[1][0] < entry[1][1])
    lengths = [[length for length, _ in stretch] for cheaper, stretch in stretches if cheaper]
    return [range(stretch[0], stretch[-1] + 1) for stretch in lengths]


def _played(plan: SendingPlan, turns: int, system: int, user: int, assistant: int) -> Iterator[PlannedRequest]:
    turn = user + assistant
    new: Cache = "written" if plan.cached == "all" else "fresh"
    entries: dict[int, int] = {}  # by the first turn that is sent: the past turns of the newest request cached so
    for past in range(turns):
        first = past - _kept(plan, past)
        hit = entries.get(first)
        read = 0 if hit is None else (hit - first) * turn + user
        parts = (
            PlannedPart("system", system, "fresh" if plan.cached == "nothing" else "read" if past else "written"),
            PlannedPart("anchor", plan.anchor if first else 0, new if hit is None else "read"),
            PlannedPart("past", read, "read"),
            PlannedPart("past", (past - first) * turn - read, new),
            PlannedPart("question", user, new),
        )
        yield PlannedRequest(past + 1, tuple(part for part in parts if part.tokens), first * turn)
        if plan.cached == "all":
            entries[first] = past


def _kept(plan: SendingPlan, past: int) -> int:
    kept = plan.keep(past)
    check_whole(kept=kept)
    if kept > past:
        raise ValueError(f"the plan {plan.name!r} keeps {kept} of {past} past turns: it can keep {past} at most")
    return kept
