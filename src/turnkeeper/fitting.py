"""What of a history fits into a number of tokens, and what has to stay in any case."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from turnkeeper.cuts import Piece
from turnkeeper.messages import Block, Message
from turnkeeper.models import MODELS, Model, rules_of
from turnkeeper.tokens import message_tokens, request_tokens

Count = Callable[[Message], int]
"""A counter of the caller's: the tokens of one message."""


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
        return (
            f"a budget of {self.budget:,} tokens is too small: the newest turn needs {self.newest:,} at the least, the "
            f"system prompt and tools take {self.fixed:,}, and {self.reserve:,} are held in reserve. Raise the budget "
            f"to {self.needed:,}, or shorten one of these"
        )


def counted(
    messages: Sequence[Message],
    count: Count | None,
    model: str | Model,
    system: str | Sequence[Block] | None,
    tools: Sequence[Mapping[str, Any]],
) -> tuple[list[int], int]:
    """Return the tokens in front of each place of a history, and those of the system prompt and the tools.

    Args:
        messages: The history.
        count: Counts one message, and the system prompt and the tools as a message each; None for the stand-in counter.
        model: The id of the model, or its row, for the stand-in counter.
        system: The system prompt.
        tools: The tools.

    Returns:
        One number for each place, in front of the first message and behind the last too; and the fixed part.

    Raises:
        ValueError: If the model is not known.
        TypeError: If a message cannot be counted; the sentence names its place.
    """
    if count is None:
        row = model if isinstance(model, Model) else rules_of(model)
        if row is None:
            raise ValueError(f"no model {model!r} here; known are {', '.join(MODELS)}")
        fixed = request_tokens((), model=row, system=system, tools=tools)
        count = partial(message_tokens, letters_per_piece=row.letters_per_piece)
    else:
        around = [system] if system else []
        if tools:
            around.append(json.dumps(list(tools), ensure_ascii=False, default=repr))
        fixed = sum(count({"role": "system", "content": content}) for content in around)
    sums = [0]
    for place, message in enumerate(messages):
        try:
            sums.append(sums[-1] + count(message))
        except (TypeError, AttributeError) as fault:
            raise TypeError(f"messages.{place} cannot be counted: {fault}") from fault
    return sums, fixed


def fitted(history: Sequence[Piece], sums: Sequence[int], room: int) -> list[Piece]:
    """Return the newest pieces of a history that have room; when there is too little, the least that has to stay.

    Whole turns go first, then exchanges of the newest turn, the oldest first in either case.

    Args:
        history: Pieces, all of a history or what was kept of it before.
        sums: The tokens in front of each place of the history.
        room: The tokens that the pieces may have together.
    """
    size = size_of(history, sums)
    first = 0
    for place, piece in enumerate(history):
        if size <= room:
            break
        if piece.opens:
            size -= size_of(history[first:place], sums)
            first = place
    kept = []
    stays = _stays(history, first)
    for place, piece in enumerate(history[first:], first):
        if size <= room or place in stays:
            kept.append(piece)
        else:
            size -= size_of([piece], sums)
    return kept


def _stays(history: Sequence[Piece], first: int) -> set[int]:
    """Return which pieces of the newest turn, which begins at `first`, have to stay."""
    places = range(first, len(history))
    exchanges = [place for place in places if history[place].answered]
    told = [place for place in places if history[place].told]
    thinks = [place for place in places if history[place].thinks]
    begins = [place for place in places[:1] if history[place].opens]
    return {*begins, *told[-1:], *thinks[-1:], *range((exchanges or places)[-1] if places else 0, len(history))}


def size_of(kept: Sequence[Piece], sums: Sequence[int]) -> int:
    """Return the tokens of pieces.

    Args:
        kept: Pieces of a history.
        sums: The tokens in front of each place of the history.
    """
    return sum(sums[piece.end] - sums[piece.first] for piece in kept)


def messages_of(messages: Sequence[Message], kept: Sequence[Piece]) -> list[Message]:
    """Return the messages of pieces.

    Args:
        messages: The history.
        kept: Pieces of it.
    """
    return [message for piece in kept for message in messages[piece.first : piece.end]]
