"""Calls and results: every call is answered at once, in one turn, and once.

The API says of results in the wrong place that they were not found, which sends people looking for them. The rule ids
here tell the cases apart.
"""

from collections.abc import Iterator

from turnkeeper.validity.exchanges import Exchange, ids_of
from turnkeeper.validity.history import History, at
from turnkeeper.validity.problem import Problem
from turnkeeper.validity.server_tools import CALLS, answered
from turnkeeper.validity.turns import Placed


def without_result(history: History) -> Iterator[Problem]:
    """Find calls that the next turn does not answer: one problem a turn, as in the API's sentence."""
    for exchange in history.exchanges:
        if exchange.unanswered:
            ids = ids_of(exchange.unanswered)
            mend = (
                f"Put a tool_result for {' and '.join(ids)} first into the user message right after the call (with "
                "is_error if the call was not run), or leave the call out."
            )
            yield at("tool_use_without_result", exchange.unanswered[0], _not_found(exchange, ids), mend, ids)


def not_last(history: History) -> Iterator[Problem]:
    """Find what stands behind an answered call in the assistant's turn: one problem a turn."""
    waits_no_more = answered(history)
    for exchange in history.exchanges:
        missing = {call.position for call in exchange.unanswered}
        calls: list[Placed] = []
        for placed in exchange.turn.blocks:
            if placed.type == "tool_use":
                calls.append(placed)
            elif placed.type in CALLS and placed.block.get("id") not in waits_no_more:
                continue  # a call of a server tool that has no result yet may stand next to the caller's own
            elif calls and placed.type != "tool_result":
                ids = ids_of(call for call in calls if call.position not in missing)
                if ids:
                    mend = "Move this block in front of the calls: the calls end the assistant's message."
                    yield at("tool_use_not_last", placed, _not_found(exchange, ids), mend, ids)
                break


def not_first(history: History) -> Iterator[Problem]:
    """Find what stands in front of the results in their own message: one problem a turn."""
    for exchange in history.exchanges:
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
    for turn, results, calls in history.answers:
        for placed in results:
            if (id := placed.block["tool_use_id"]) not in calls:
                message = (
                    f"{turn.path(placed)}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each "
                    "`tool_result` block must have a corresponding `tool_use` block in the previous message."
                )
                mend = f"Keep the assistant message with the call {id} right before its result, or leave both out."
                yield at("tool_result_without_use", placed, message, mend, (id,))


def duplicate_result(history: History) -> Iterator[Problem]:
    """Find a second result of one call. Calls that share an id have a rule of their own."""
    for turn, results, calls in history.answers:
        seen: dict[str, int] = {}
        for placed in results:
            id = placed.block["tool_use_id"]
            seen[id] = seen.get(id, 0) + 1
            if seen[id] > calls.get(id, 0) > 0:
                message = (
                    f"{turn.path(placed)}: each tool_use must have a single result. Found multiple `tool_result` "
                    f"blocks with id: {id}"
                )
                mend = f"Keep one result of {id}: put what both say into it, or leave this one out."
                yield at("duplicate_tool_result", placed, message, mend, (id,))


def duplicate_use(history: History) -> Iterator[Problem]:
    """Find ids that were used for a call before, anywhere in the history."""
    seen: set[str] = set()
    for turn, placed in history.of("tool_use"):
        id = placed.block["id"]
        if id in seen:
            fault = f"{turn.path(placed)}: `tool_use` ids must be unique"
            mend = "Give each call an id of its own, and answer each by its own id."
            yield at("duplicate_tool_use_id", placed, fault, mend, (id,))
        seen.add(id)
