"""Calls and results: every call is answered at once, in one turn, and once.

The API says of results in the wrong place that they were not found, which sends people looking for them. The rule ids
here tell the cases apart.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from turnkeeper.validity.history import UNKNOWN, History, Placed, Turn, at
from turnkeeper.validity.problem import Problem

CALLS = ("server_tool_use", "mcp_tool_use")


class Exchange(NamedTuple):
    """A turn with calls, and what the next turn holds of them.

    Attributes:
        turn: The assistant's turn.
        answer: The turn after it.
        unanswered: The calls without a result where one has to be.
        misplaced: Ids of the results that stand behind something else in their own message.
        before_them: What the first of these stands behind.
    """

    turn: Turn
    answer: Turn
    unanswered: list[Placed]
    misplaced: list[str]
    before_them: Placed | None


def exchanges(history: History) -> Iterator[Exchange]:
    """Find the turns with calls. One next to a malformed message is left out: nobody knows what that was to hold."""
    for place, turn in enumerate(history.turns):
        answer = history.around(place)[1]
        calls = turn.of("tool_use")
        if turn.role != "assistant" or answer.role == UNKNOWN or not calls:
            continue
        found, misplaced, before_them = _results(answer, {call.block["id"] for call in calls})
        # A result in the assistant's own turn has a rule of its own.
        found |= {*misplaced, *(result.block["tool_use_id"] for result in turn.of("tool_result"))}
        unanswered = [call for call in calls if call.block["id"] not in found]
        yield Exchange(turn, answer, unanswered, misplaced, before_them)


def _results(answer: Turn, called: set[str]) -> tuple[set[str], list[str], Placed | None]:
    """Return the ids answered at once, the ids answered behind something in the same message, and that something."""
    found: set[str] = set()
    misplaced: list[str] = []
    before_them: Placed | None = None
    first: Placed | None = None  # the first block that is no result
    for placed in answer.blocks:
        if placed.type != "tool_result":
            first = first or placed
        elif first is None:
            found.add(placed.block["tool_use_id"])
        elif first.message_index == placed.message_index and placed.block["tool_use_id"] in called - found:
            misplaced.append(placed.block["tool_use_id"])
            before_them = first
    return found, misplaced, before_them


def without_result(history: History) -> Iterator[Problem]:
    """Find calls that the next turn does not answer: one problem a turn, as in the API's sentence."""
    for exchange in exchanges(history):
        if exchange.unanswered:
            ids = _ids(exchange.unanswered)
            mend = (
                f"Put a tool_result for {' and '.join(ids)} first into the user message right after the call (with "
                "is_error if the call was not run), or leave the call out."
            )
            yield at("tool_use_without_result", exchange.unanswered[0], _not_found(exchange, ids), mend, ids)


def not_last(history: History) -> Iterator[Problem]:
    """Find what stands behind a call in the assistant's turn. What only waits for its own result does no harm."""
    results = {placed.block.get("tool_use_id") for turn in history.turns for placed in turn.blocks}
    for exchange in exchanges(history):
        missing = {id(call) for call in exchange.unanswered}
        calls: list[Placed] = []
        for placed in exchange.turn.blocks:
            if placed.type == "tool_use":
                calls.append(placed)
            elif calls and placed.type != "tool_result" and not _waits(placed, results):
                ids = _ids(call for call in calls if id(call) not in missing)
                if ids:
                    mend = "Move this block in front of the calls: the calls end the assistant's message."
                    yield at("tool_use_not_last", placed, _not_found(exchange, ids), mend, ids)
                break


def _waits(placed: Placed, results: set[str | None]) -> bool:
    return placed.type in CALLS and placed.block["id"] not in results


def not_first(history: History) -> Iterator[Problem]:
    """Find what stands in front of the results in their own message: one problem a turn."""
    for exchange in exchanges(history):
        if exchange.before_them:
            ids = tuple(exchange.misplaced)
            mend = "Move this block behind the results: the results begin the user message."
            yield at("tool_result_not_first", exchange.before_them, _not_found(exchange, ids), mend, ids)


def _not_found(exchange: Exchange, ids: tuple[str, ...]) -> str:
    # Recordings name the message after the call; reports fit the call's own message where the history ends on it.
    number = exchange.answer.number if exchange.answer.messages else exchange.turn.number
    return (
        f"messages.{number}: `tool_use` ids were found without `tool_result` blocks immediately after: "
        f"{', '.join(ids)}. Each `tool_use` block must have a corresponding `tool_result` block in the next message."
    )


def without_use(history: History) -> Iterator[Problem]:
    """Find results whose call is not in the turn before."""
    for turn, calls in _answers(history):
        for placed in turn.of("tool_result"):
            if not calls[id := placed.block["tool_use_id"]]:
                message = (
                    f"{turn.path(placed)}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each "
                    "`tool_result` block must have a corresponding `tool_use` block in the previous message."
                )
                mend = f"Keep the assistant message with the call {id} right before its result, or leave both out."
                yield at("tool_result_without_use", placed, message, mend, (id,))


def duplicate_result(history: History) -> Iterator[Problem]:
    """Find a second result of one call. Calls that share an id have a rule of their own."""
    for turn, calls in _answers(history):
        seen: Counter[str] = Counter()
        for placed in turn.of("tool_result"):
            seen[id := placed.block["tool_use_id"]] += 1
            if seen[id] > calls[id] > 0:
                message = (
                    f"{turn.path(placed)}: each tool_use must have a single result. Found multiple `tool_result` "
                    f"blocks with id: {id}"
                )
                mend = f"Keep one result of {id}: put what both say into it, or leave this one out."
                yield at("duplicate_tool_result", placed, message, mend, (id,))


def _answers(history: History) -> Iterator[tuple[Turn, Counter[str]]]:
    """Find the user's turns, with how often each id was called right before. A call by the user has its own rule."""
    for place, turn in enumerate(history.turns):
        before = history.around(place)[0]
        if turn.role == "user" and before.role != UNKNOWN:
            yield turn, Counter(_ids([*before.of("tool_use"), *turn.of("tool_use")]))


def duplicate_use(history: History) -> Iterator[Problem]:
    """Find ids that were used for a call before, anywhere in the history."""
    seen: set[str] = set()
    for turn in history.turns:
        for placed in turn.of("tool_use"):
            id = placed.block["id"]
            if id in seen:
                mend = "Give each call an id of its own, and answer each by its own id."
                yield at(
                    "duplicate_tool_use_id", placed, f"{turn.path(placed)}: `tool_use` ids must be unique", mend, (id,)
                )
            seen.add(id)


def _ids(calls: Iterable[Placed]) -> tuple[str, ...]:
    return tuple(call.block["id"] for call in calls)
