"""Ways to make a history shorter. Each is a pure function that returns a new list.

- The request has to fit: `trim_to_budget`. With the prompt cache in use: `cut_rarely`, which cuts seldom and deeply.
- Only the latest talk matters: `keep_last_turns`; with the opening kept in front of it: `window_with_anchor`.
- Old tool results fill the window: `clear_tool_results`.
- `keep_last_messages` is the way that breaks, and is here to show it.

All but the last leave a valid history valid, under "strict" too: they cut where `cuts.py` calls it safe. One thing they
cannot know: some models bind thinking to all that stands before it (`Model.binds_thinking`), and refuse it when
something there is gone. For these, pass the result through `without_thinking`, as `Conversation` and `turnkeeper trim`
do. What is cut is forgotten, also a summary, the API's or your own, and instructions in messages of the role system:
what has to stay belongs into the system prompt.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from turnkeeper.clearing import clear_tool_results, without_thinking
from turnkeeper.cuts import Piece, first_opening, growing, openings, pieces, turn_starts
from turnkeeper.fitting import Between, BudgetTooSmall, Count, between, counted, counter, fitted, messages_of, size_of
from turnkeeper.messages import Block, Message, text_of, types_of
from turnkeeper.models import DEFAULT_MODEL, Model
from turnkeeper.whole_numbers import whole

__all__ = [
    "BudgetTooSmall",
    "clear_tool_results",
    "cut_rarely",
    "keep_last_messages",
    "keep_last_turns",
    "opening",
    "trim_to_budget",
    "window_with_anchor",
    "without_thinking",
]


def keep_last_messages(messages: Sequence[Message], n: int) -> list[Message]:
    """Return the last n messages: the wrong way, which most programs begin with.

    It cuts anywhere. A history that now begins with a tool result is refused, since its call is gone; one that begins
    with the assistant is refused by platforms other than the Claude API. `keep_last_turns` is the right way.

    Args:
        messages: The history.
        n: How many messages to keep, 1 or more: with 0 the slice would keep them all.

    Raises:
        ValueError: If n is less than 1.
        TypeError: If n is no whole number.
    """
    return list(messages[-_at_least_one(n, "messages") :])


def keep_last_turns(messages: Sequence[Message], n: int) -> list[Message]:
    """Return the last n turns of a history; all of it when it has no more.

    Where the cut would part a call from its result, as one of the API's own tools can be, the turns back to the nearest
    safe cut stay too.

    Args:
        messages: The history.
        n: How many turns to keep, 1 or more. A turn starts at a message of the user without tool results.

    Raises:
        ValueError: If n is less than 1.
        TypeError: If n is no whole number, or something in the history is no message.
    """
    n = _at_least_one(n, "turns")
    starts = turn_starts(messages)
    if len(starts) <= n:
        return list(messages)
    return list(messages[max([0, *(place for place in openings(messages) if place <= starts[-n])]) :])


def trim_to_budget(
    messages: Sequence[Message],
    budget: int,
    *,
    count: Count | None = None,
    model: str | Model = DEFAULT_MODEL,
    system: str | Sequence[Block] | None = None,
    tools: Sequence[Mapping[str, Any]] = (),
    reserve: int = 0,
) -> list[Message]:
    """Return the newest part of a history that fits into a budget; the whole of it when it fits.

    The oldest turns go first, whole. When the newest turn alone is too long, its oldest exchanges go. What stays of it:
    the message that started it, the last words of the user between the results, the newest exchange that begins with
    thinking (with thinking set by hand, a tool loop needs one), and the newest exchange with what follows. The time it
    takes grows with the history's length.

    Args:
        messages: The history.
        budget: What the whole request may have, in tokens.
        count: Counts the tokens of one message; the system prompt and the tools are counted as a message each. None
            for the stand-in counter of the model.
        model: The id of the model, or its row in `MODELS`, for the stand-in counter.
        system: The system prompt that goes with it. It is counted, and not touched.
        tools: The tools that go with it. They are counted, and not touched.
        reserve: What is to stay free, such as the reply's tokens.

    Returns:
        The messages that stay. The list is empty for an empty history only.

    Raises:
        BudgetTooSmall: If what has to stay does not fit.
        ValueError: If the reserve is negative, or the model is not known.
        TypeError: If a number is no whole one, or something in the history is no message.
    """
    budget, reserve = whole("budget", budget), _reserve(reserve)
    count, fixed = counter(count, model, system, tools)
    room = budget - fixed - reserve
    sums = counted(messages, count, room)
    if not messages or sums[-1] <= room:
        return list(messages)
    first_that_fits = len(messages) - len(sums) + 2
    if (cut := first_opening(messages, first_that_fits)) is not None:
        return list(messages[cut:])
    newest = messages[max([0, *openings(messages)]) :]
    tokens = between(counted(newest, count))
    return _within(newest, fitted(pieces(newest), tokens, room), tokens, budget, fixed, reserve)


def cut_rarely(
    messages: Sequence[Message],
    high: int,
    low: int,
    *,
    count: Count | None = None,
    model: str | Model = DEFAULT_MODEL,
    system: str | Sequence[Block] | None = None,
    tools: Sequence[Mapping[str, Any]] = (),
    reserve: int = 0,
) -> list[Message]:
    """Return what is kept of a history that may grow to `high` tokens, and is then cut to `low`.

    A cache reads only a prompt that begins as the one before. A window that slides moves its beginning with every turn;
    here it stays the same from call to call until the next cut, however long the history has grown meanwhile. To know
    where the last cut fell, the history is gone through from its beginning each time, so nothing has to be stored: give
    it whole, with the same numbers. What goes is chosen as in `trim_to_budget`.

    Args:
        messages: The whole history, nothing cut.
        high: What the whole request may have, in tokens.
        low: What the whole request has at most right after a cut, in tokens, unless the newest turn needs more. Half of
            `high` or less makes cuts rare; a `low` of `high` makes it slide.
        count: As in `trim_to_budget`.
        model: As in `trim_to_budget`.
        system: As in `trim_to_budget`.
        tools: As in `trim_to_budget`.
        reserve: What is to stay free of both `high` and `low`.

    Returns:
        The messages that stay. The list is empty for an empty history only.

    Raises:
        BudgetTooSmall: If what has to stay is more than `high`.
        ValueError: If `low` is more than `high`, the reserve is negative, or the model is not known.
        TypeError: If a number is no whole one, or something in the history is no message.
    """
    high, low, reserve = whole("high", high), whole("low", low), _reserve(reserve)
    if low > high:
        raise ValueError(f"low is what is left after a cut: at most high, which is {high:,}, and not {low:,}")
    count, fixed = counter(count, model, system, tools)
    tokens = between(counted(messages, count))
    taken = fixed + reserve
    kept: list[Piece] = []
    size = 0
    for piece in pieces(messages):
        for grown in growing(messages, piece.first, piece.end, opens=piece.opens):
            size += tokens(grown.end - 1, grown.end)
            if size > high - taken:  # cut as if the history ended here, which it did once
                *kept, newest = fitted([*kept, grown], tokens, low - taken)
                size = size_of([*kept, newest], tokens)
        kept.append(piece)
    return _within(messages, kept, tokens, high, fixed, reserve)


def window_with_anchor(
    messages: Sequence[Message], n: int, *, anchor: Callable[[Sequence[Message]], Collection[int]] | None = None
) -> list[Message]:
    """Return the last n messages of a history behind an anchor: messages from its beginning that always stay.

    The window begins where a turn starts, so it may hold less than n messages. It holds more only when the newest turn
    cannot be shortened to n (`trim_to_budget` tells what stays of it).

    Args:
        messages: The history.
        n: How many messages the window holds at most, the anchor not counted, 1 or more.
        anchor: Returns the places of the anchor's messages in the history it is given, which is the part in front of
            the window. None for `opening`.

    Raises:
        ValueError: If n is less than 1, or the anchor names a place that is not in the part it was given.
        TypeError: If n is no whole number, or something in the history is no message.
    """
    kept = fitted(pieces(messages), lambda first, end: end - first, _at_least_one(n, "messages"))
    front = messages[: kept[0].first] if kept else ()
    places = sorted(set((anchor or opening)(front)))
    if places and not 0 <= places[0] <= places[-1] < len(front):
        raise ValueError(f"the anchor is places in front of the window, from 0 to {len(front) - 1}, and not {places}")
    return [*(front[place] for place in places), *messages_of(messages, kept)]


def opening(messages: Sequence[Message]) -> list[int]:
    """Return the places of what the user said and of the plain reply to it, in the first turn that has both.

    A plain reply is text without a call. The list is empty where no turn has both: a reply is never put behind the
    question of another turn.

    Args:
        messages: A history.
    """
    starts, asking = set(turn_starts(messages)), set(openings(messages))
    asked = None
    for place, message in enumerate(messages):
        if place in starts:
            asked = place if place in asking else None
        elif asked is not None and message.get("role") == "assistant" and _is_plain_reply(message):
            return [asked, place]
    return []


def _is_plain_reply(message: Message) -> bool:
    calls = any(kind.endswith(("tool_use", "tool_result")) for kind in types_of(message))
    return not calls and bool(text_of(message).strip())


def _within(
    messages: Sequence[Message], kept: Sequence[Piece], tokens: Between, budget: int, fixed: int, reserve: int
) -> list[Message]:
    """Return the messages of the pieces that are kept, if they are within the budget."""
    newest = size_of(kept, tokens)
    if kept and newest + fixed + reserve > budget:
        raise BudgetTooSmall(budget, newest, fixed, reserve)
    return messages_of(messages, kept)


def _at_least_one(n: int, what: str) -> int:
    number = whole("n", n)
    if number < 1:
        raise ValueError(f"n is the number of {what} to keep: 1 or more, not {n}")
    return number


def _reserve(reserve: int) -> int:
    number = whole("reserve", reserve)
    if number < 0:
        raise ValueError(f"reserve is a number of tokens to keep free: 0 or more, not {reserve:,}")
    return number
