"""Turns with calls, and what the next turn holds of them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from turnkeeper.validity.turns import NOTHING, UNKNOWN, Placed, Turn


class Exchange(NamedTuple):
    """A turn with calls and the turn after it.

    Attributes:
        turn: The assistant's turn.
        answer: The turn after it; `NOTHING` at the end.
        unanswered: The calls without a result where one has to be.
        misplaced: Ids of the results that stand behind something else in their own message.
        before_them: What the first of these stands behind.
    """

    turn: Turn
    answer: Turn
    unanswered: list[Placed]
    misplaced: list[str]
    before_them: Placed | None


class Answers(NamedTuple):
    """A turn of the user with results.

    Attributes:
        turn: The turn.
        results: Its results.
        calls: How often each id was called right before.
    """

    turn: Turn
    results: list[Placed]
    calls: Mapping[str, int]


def ids_of(calls: Iterable[Placed]) -> tuple[str, ...]:
    """Return the ids of calls."""
    return tuple(call.block["id"] for call in calls)


def exchanges(turns: Sequence[Turn]) -> Iterator[Exchange]:
    """Find the turns with calls. One before a malformed message is left out: nobody knows what that was to hold."""
    for turn, answer in pairwise([*turns, NOTHING]):
        if turn.role != "assistant" or answer.role == UNKNOWN or not (calls := turn.of("tool_use")):
            continue
        found, misplaced, before_them = _results(answer, set(ids_of(calls)))
        # A result in the assistant's own turn has a rule of its own.
        found.update(result.block["tool_use_id"] for result in turn.of("tool_result"))
        unanswered = [call for call in calls if call.block["id"] not in found]
        yield Exchange(turn, answer, unanswered, misplaced, before_them)


def _results(answer: Turn, called: Collection[str]) -> tuple[set[str], list[str], Placed | None]:
    """Return the ids that are answered, those of them that are behind something in the same message, and that."""
    found: set[str] = set()
    misplaced: list[str] = []
    before_them: Placed | None = None
    first: Placed | None = None  # the first block that is no result
    for placed in answer.blocks:
        if placed.type != "tool_result":
            first = first or placed
        elif first is None:
            found.add(placed.block["tool_use_id"])
        elif (
            first.message_index == placed.message_index
            and (id := placed.block["tool_use_id"]) in called
            and id not in found
        ):
            found.add(id)
            misplaced.append(id)
            before_them = first
    return found, misplaced, before_them


def answers(turns: Sequence[Turn]) -> Iterator[Answers]:
    """Find the user's turns with results. A call by the user, which has its own rule, counts as made."""
    for before, turn in pairwise([NOTHING, *turns]):
        if turn.role != "user" or before.role == UNKNOWN or not (results := turn.of("tool_result")):
            continue
        calls: dict[str, int] = {}
        for id in ids_of([*before.of("tool_use"), *turn.of("tool_use")]):
            calls[id] = calls.get(id, 0) + 1
        yield Answers(turn, results, calls)
