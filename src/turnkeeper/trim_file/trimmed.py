"""Trimming what a file holds, with an account of what is kept, what is dropped and why."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, cast

from turnkeeper.clearing import without_thinking
from turnkeeper.history_file import Given, UnreadableError
from turnkeeper.messages import THOUGHT, Message, turns, types_of
from turnkeeper.models import Model, model_row
from turnkeeper.tokens import message_tokens, request_tokens
from turnkeeper.trimming import cut_rarely, keep_last_turns, trim_to_budget, window_with_anchor
from turnkeeper.validity import Problem
from turnkeeper.view.same import same_places

STRATEGIES: Mapping[str, tuple[str, ...]] = {
    "turns": ("turns",),
    "budget": ("budget", "reserve"),
    "window": ("window",),
    "rarely": ("high", "low", "reserve"),
}
"""The strategies with the options of each. All are needed but `reserve`."""
OPTIONS = frozenset(name for names in STRATEGIES.values() for name in names)
"""The options of all strategies."""
_SHAPES = ("not_a_list", "no_messages", "unexpected_role", "missing_field", "wrong_type")
"""The rules without which there are no messages to trim; with any other fault there are."""


@dataclass(frozen=True, slots=True)
class Span:
    """Messages that stand next to each other, and are all kept or all dropped.

    Attributes:
        places: Their places in the history, counted from 0.
        is_kept: True when they are kept, False when they are dropped.
        tokens: What they count, those that are kept as they are kept.
        what: What they are, such as "the oldest turn".
    """

    places: range
    is_kept: bool
    tokens: int
    what: str


@dataclass(frozen=True, slots=True)
class Trimmed:
    """What trimming did to a history.

    Attributes:
        messages: The history as it was.
        kept: The messages that are kept, without their thinking where `thinking` says so.
        spans: What is kept and what is dropped, in the order of the history.
        strategy: The name of the strategy.
        why: Why the rest is dropped, in a sentence without its full stop.
        thinking: Why thinking is left out of what is kept, in the same form; None when it is not.
        tokens: The whole request before and after, in stand-in tokens.
        model: The model whose counter was used.
    """

    messages: Sequence[Message]
    kept: list[Message]
    spans: list[Span]
    strategy: str
    why: str
    thinking: str | None
    tokens: tuple[int, int]
    model: Model

    @property
    def places(self) -> list[int]:
        """The places of the messages that are kept."""
        return [place for span in self.spans if span.is_kept for place in span.places]


def wrong_options(strategy: str, amounts: Mapping[str, int]) -> str | None:
    """Return what is wrong with the options for a strategy, as a sentence with its mend; None when all is well.

    Args:
        strategy: One of `STRATEGIES`.
        amounts: The options that were given, without their dashes.
    """
    takes = STRATEGIES[strategy]
    if missing := [name for name in takes if name not in amounts and name != "reserve"]:
        return f"--strategy {strategy} needs {_listed(missing)}: add it with a number"
    if extra := [name for name in amounts if name not in takes]:
        return f"--strategy {strategy} does not take {_listed(extra)}: leave it out; it takes {_listed(takes)}"
    if strategy == "rarely" and amounts["low"] > amounts["high"]:
        return (
            f"--low {amounts['low']} is above --high {amounts['high']}: a cut at --high must make the history shorter"
        )
    return None


def trim_given(
    given: Given, strategy: str, amounts: Mapping[str, int], *, model: str, problems: Sequence[Problem]
) -> Trimmed:
    """Trim what a file holds. Nothing that is given is changed.

    Where the model binds thinking to what stands before it and something is dropped, all thinking goes, too
    (`clearing.without_thinking`).

    Args:
        given: What the file holds. The system prompt and the tools of a request count to its tokens.
        strategy: One of `STRATEGIES`.
        amounts: Its options: "turns" (turns), "window" (messages), the others in tokens.
        model: The id of the model whose counter is used, one that `models.model_row` knows.
        problems: What `check_history` found in it.

    Raises:
        UnreadableError: If these are no messages that can be trimmed; the message names the first place.
        BudgetTooSmall: If the newest turn does not fit, however it is cut.
    """
    for problem in problems:
        if problem.rule in _SHAPES:
            raise UnreadableError(f"this cannot be trimmed before it is mended: {problem.message} ({problem.mend})")
    messages = cast(list[Message], given.messages)  # or there was a problem
    row = model_row(model)
    fields: dict[str, Any] = {"system": given.fields.get("system"), "tools": given.fields.get("tools") or ()}
    cut, why = _trim(messages, strategy, amounts, row, fields)
    kept, thinking = _fitting_thinking(messages, cut, row)
    return Trimmed(
        messages=messages,
        kept=kept,
        spans=_spans(messages, cut, kept, row),
        strategy=strategy,
        why=why,
        thinking=thinking,
        tokens=(request_tokens(messages, model=row, **fields), request_tokens(kept, model=row, **fields)),
        model=row,
    )


def _trim(
    messages: list[Message], strategy: str, amounts: Mapping[str, int], model: Model, fields: Mapping[str, Any]
) -> tuple[list[Message], str]:
    match strategy:
        case "turns":
            number = amounts["turns"]
            return keep_last_turns(messages, number), f"only the newest {_several(number, 'turn')} may be kept"
        case "window":
            number = amounts["window"]
            why = f"only the opening and the newest {_several(number, 'message')} may be kept, in whole turns"
            return window_with_anchor(messages, number), why
        case "budget":
            budget, reserve = amounts["budget"], amounts.get("reserve", 0)
            kept = trim_to_budget(messages, budget, model=model, reserve=reserve, **fields)
            return kept, f"the whole request may have {counted(budget, 'token')}{_less(reserve)}"
        case _:
            high, low, reserve = amounts["high"], amounts["low"], amounts.get("reserve", 0)
            kept = cut_rarely(messages, high, low, model=model, reserve=reserve, **fields)
            most = f"{counted(high, 'token')}{_less(reserve)}"
            return kept, f"whenever the request had more than {most}, it was cut to {low:,}"


def _less(reserve: int) -> str:
    return f", {reserve:,} of them for the reply" if reserve else ""


def _fitting_thinking(
    messages: Sequence[Message], cut: list[Message], model: Model
) -> tuple[list[Message], str | None]:
    """Leave thinking out where the model would refuse it, and say why."""
    thinks = any(kind in THOUGHT for message in cut for kind in types_of(message))
    if not (model.binds_thinking and thinks and len(cut) < len(messages)):
        return cut, None
    return without_thinking(cut), f"left out, since {model.id} takes it only behind the messages it was made behind"


def _spans(messages: Sequence[Message], cut: Sequence[Message], kept: Sequence[Message], model: Model) -> list[Span]:
    """Part a history into what is dropped and what the cut left, which is kept whole or without its thinking."""
    kept_as = dict(zip(same_places(messages, cut), kept, strict=True))
    lengths = [len(turn) for turn in turns(messages)]
    turn_of = [number for number, length in enumerate(lengths) for _ in range(length)]
    spans = []
    # What is kept is told in one go, what is dropped turn by turn.
    for (is_kept, _), group in groupby(
        range(len(messages)), key=lambda place: (place in kept_as, None if place in kept_as else turn_of[place])
    ):
        places = list(group)
        told = (kept_as.get(place, messages[place]) for place in places)
        tokens = sum(message_tokens(message, model.letters_per_piece) for message in told)
        touched = {turn_of[place] for place in places}
        whole = len(places) == sum(lengths[turn] for turn in touched)
        what = _named(touched, len(lengths), whole=whole)
        spans.append(Span(range(places[0], places[-1] + 1), is_kept, tokens, what))
    return spans


def _named(numbers: Collection[int], count: int, *, whole: bool) -> str:
    if len(numbers) > 1:
        return f"{len(numbers):,} turns{'' if whole else ', not all of them whole'}"
    (number,) = numbers
    name = f"turn {number + 1:,} of {count:,}"
    if number in (0, count - 1):
        name = "the newest turn" if number else "the oldest turn" if count > 1 else "the only turn"
    return name if whole else f"a part of {name}"


def counted(number: int, what: str) -> str:
    """Return a number with its noun, in the plural where it is one."""
    return f"{number:,} {what}{'s' * (number != 1)}"


def _several(number: int, what: str) -> str:
    """Like `counted`, behind "the newest", where one needs no number."""
    return what if number == 1 else counted(number, what)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(f"--{name}" for name in names)
