"""What of a history fits into a number of tokens, and what has to stay in any case."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from turnkeeper.cuts import Piece
from turnkeeper.messages import Block, Message
from turnkeeper.models import Model, model_row
from turnkeeper.tokens import message_tokens, request_tokens

Count = Callable[[Message], int]
"""A counter of the caller's: the tokens of one message."""
Between = Callable[[int, int], int]
"""The tokens of the messages from one place of a history to another, which is the place behind the last of them."""


class BudgetTooSmall(ValueError):
    """What has to stay does not fit into the budget.

    Attributes:
        budget: What the whole request may have, in tokens.
        newest: What the newest turn needs at the least, in tokens.
        fixed: What the system prompt and the tools take, in tokens.
        reserve: What was to stay free, in tokens.
        needed: The smallest budget that is enough, in tokens.
    """

    def __init__(self, budget: int, newest: int, fixed: int, reserve: int) -> None:
        super().__init__(budget, newest, fixed, reserve)  # so that it can be copied and pickled
        self.budget, self.newest, self.fixed, self.reserve = budget, newest, fixed, reserve
        self.needed = newest + fixed + reserve

    def __str__(self) -> str:
        budget = f"{self.budget:,} token{'s' * (self.budget != 1)}"
        return (
            f"a budget of {budget} is too small: the newest turn needs {self.newest:,} at the least, the "
            f"request itself with its system prompt and tools takes {self.fixed:,}, and {self.reserve:,} are held in "
            f"reserve. Raise the budget to {self.needed:,}, or shorten one of these"
        )


def counter(
    count: Count | None,
    model: str | Model,
    system: str | Sequence[Block] | None,
    tools: Sequence[Mapping[str, Any]],
) -> tuple[Count, int]:
    """Return what counts a message, and the tokens of the system prompt and the tools.

    Args:
        count: Counts one message, and the system prompt and the tools as a message each; None for the stand-in counter.
        model: The id of the model, or its row, for the stand-in counter.
        system: The system prompt.
        tools: The tools.

    Raises:
        ValueError: If the model is not known.
    """
    if count is None:
        row = model_row(model)
        fixed = request_tokens((), model=row, system=system, tools=tools)
        letters = row.letters_per_piece
        return lambda message: message_tokens(message, letters), fixed
    around: list[object] = [system] if system else []
    if tools:
        around.append(json.dumps(list(tools), ensure_ascii=False, default=repr))
    return count, sum(count({"role": "system", "content": content}) for content in around)


def counted(messages: Sequence[Message], count: Count, most: float = math.inf) -> list[int]:
    """Return the tokens of no message, of the last, of the last two, and so on, until they are more than `most`.

    Raises:
        TypeError: If a message cannot be counted; the sentence names its place.
    """
    size, sums = 0, [0]
    try:
        for message in reversed(messages):
            size += count(message)
            sums.append(size)
            if size > most:
                break
    except (TypeError, AttributeError) as fault:
        raise TypeError(f"messages.{len(messages) - len(sums)} cannot be counted: {fault}") from fault
    return sums


def between(sums: Sequence[int]) -> Between:
    """Return what tells the tokens from one place of a history to another.

    Args:
        sums: What `counted` returned for the whole history.
    """
    length = len(sums) - 1
    return lambda first, end: sums[length - first] - sums[length - end]


def fitted(history: Sequence[Piece], tokens: Between, room: int) -> list[Piece]:
    """Return the newest pieces of a history that have room; when there is too little, the least that has to stay.

    Whole turns go first, then exchanges of the newest turn, the oldest first in either case.

    Args:
        history: Pieces of a history, in order.
        tokens: Returns the tokens from one place of the history to another.
        room: The tokens that the pieces may have together.
    """
    size = size_of(history, tokens)
    first = 0
    for place, piece in enumerate(history):
        if size <= room:
            break
        if piece.opens:
            size -= size_of(history[first:place], tokens)
            first = place
    if size <= room:
        return list(history[first:])
    kept = []
    stays = _stays(history, first)
    for place, piece in enumerate(history[first:], first):
        if size <= room or place in stays:
            kept.append(piece)
        else:
            size -= size_of([piece], tokens)
    return kept


def _stays(history: Sequence[Piece], first: int) -> set[int]:
    """Return which pieces of the newest turn, which begins at `first`, have to stay."""
    places = range(first, len(history))
    exchanges = [place for place in places if history[place].answered]
    told = [place for place in places if history[place].told]
    thinks = [place for place in places if history[place].thinks]
    since = (exchanges or places)[-1]
    return {*told[-1:], *thinks[-1:], *range(since, len(history)), first if history[first].opens else since}


def size_of(kept: Sequence[Piece], tokens: Between) -> int:
    """Return the tokens of pieces.

    Args:
        kept: Pieces of a history.
        tokens: Returns the tokens from one place of the history to another.
    """
    return sum(tokens(piece.first, piece.end) for piece in kept)


def messages_of(messages: Sequence[Message], kept: Sequence[Piece]) -> list[Message]:
    """Return the messages of pieces.

    Args:
        messages: The history.
        kept: Pieces of it.
    """
    return [message for piece in kept for message in messages[piece.first : piece.end]]
