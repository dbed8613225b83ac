"""`turnkeeper check`: the faults of a request or a history from a file, and the report of them."""

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from turnkeeper.history_file import Given, UnreadableError
from turnkeeper.history_table import clipped, message_rows
from turnkeeper.models import DEFAULT_MODEL, MODELS, rules_of
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.fields import ALL_BETAS, check_fields, check_unknown
from turnkeeper.offline.limits import check_length
from turnkeeper.offline.models_take import check_model
from turnkeeper.offline.request import CURRENT_VERSION, as_request
from turnkeeper.validity import Problem, check_history

WIDTH = 80
MOST_FAULTS = 20
"""The most faults of a report as text; the JSON form names all."""
_AROUND = 2
_SMALL = 12
_FIELDS = ("system", "tools", "thinking", "cache_control")


@dataclass(frozen=True, slots=True)
class Checked:
    """What was checked, by which rules, and what was found."""

    messages: object
    model: str
    target: str
    problems: list[Problem]


def check_given(given: Given, *, target: Literal["claude", "strict"] = "claude", model: str | None = None) -> Checked:
    """Check what a file holds by the rules of `check_history`.

    Args:
        given: What the file holds; its own fields are used.
        target: "claude" or "strict".
        model: The model whose rules hold, whatever the file says; None takes the file's, or else the default.

    Raises:
        UnreadableError: If there is no such model, or the file is nested too deeply.
    """
    named = given.fields.get("model", DEFAULT_MODEL) if model is None else model
    if not isinstance(named, str) or rules_of(named) is None:
        raise UnreadableError(_no_model(named, "--model" if model is not None else "the request"))
    fields = {key: given.fields[key] for key in _FIELDS if key in given.fields}
    try:
        problems = check_history(given.messages, model=named, target=target, **fields)
        if {"model", "max_tokens"} <= given.fields.keys() and named in MODELS:
            problems += _refused({**given.fields, "model": named, "messages": given.messages}, problems)
    except RecursionError:
        raise UnreadableError("lists and objects are nested too deeply to be checked") from None
    return Checked(given.messages, named, target, problems)


def _refused(fields: Mapping[str, Any], found: Sequence[Problem]) -> Iterator[Problem]:
    """Find the first fault that the API finds in the fields of a whole request, where it is not known already."""
    try:
        check_fields(fields, betas=ALL_BETAS)
        check_model(fields, betas=ALL_BETAS, version=CURRENT_VERSION)
        check_unknown(fields, betas=ALL_BETAS)
        request = as_request(fields, ALL_BETAS, CURRENT_VERSION)
        check_length(request.input_tokens, request.model)
    except ApiError as error:
        if error.message not in {problem.message for problem in found}:
            field = error.message.partition(":")[0].strip("`")
            rule = "prompt_too_long" if field == "prompt is too long" else "request_field"
            yield Problem(rule, error.message, "Mend this field of the request, or name a model that takes it.")


def as_json(problems: Sequence[Problem]) -> str:
    """Return the faults as JSON: `{"valid": bool, "problems": [...]}`, every one of them."""
    told = [
        {
            "message_index": problem.message_index,
            "block_index": problem.block_index,
            "rule": problem.rule,
            "ids": list(problem.ids),
            "message": problem.message,
        }
        for problem in problems
    ]
    return json.dumps({"valid": not told, "problems": told}, indent=2)


def report(name: str, checked: Checked, *, colour: bool = False) -> Iterator[str]:
    """Yield the lines of the report: the table of messages around the faults, each fault at its place, the mend.

    Args:
        name: What the file is called.
        checked: What was checked.
        colour: True to colour the faults and the verdict; the words are the same.
    """
    count = len(checked.problems)
    messages = checked.messages if isinstance(checked.messages, list) else []
    verdict = f"{count:,} fault{'s' * (count != 1)}" if count else "valid"
    size = f"{len(messages):,} message{'s' * (len(messages) != 1)}"
    yield f"{clipped(name, WIDTH - 20)}: {_painted(verdict, 31 if count else 32, colour)}"
    yield f"{size}, checked for {checked.model}, target {checked.target}"
    shown = checked.problems[:MOST_FAULTS]
    at: dict[int | None, list[Problem]] = {}
    for problem in shown:
        at.setdefault(problem.message_index, []).append(problem)
    for problem in at.get(None, ()):
        yield from ("", *_fault(problem, colour))
    places = [place for place in at if place is not None]
    if places or 0 < len(messages) <= _SMALL:
        yield ""
        yield from _table(messages, places, at, colour)
    if count > len(shown):
        yield ""
        yield f"{count - len(shown):,} more faults are not shown; --json names them all."


def _table(
    messages: Sequence[object], places: Sequence[int], at: Mapping[int | None, Sequence[Problem]], colour: bool
) -> Iterator[str]:
    digits = max(2, len(str(len(messages) - 1)))
    for index in _near(len(messages), places):
        if isinstance(index, str):
            yield f"{'':>{digits}}  {index.format('messages')}"
            continue
        rows = message_rows(index, messages[index], WIDTH, digits=digits)
        faults: dict[int, list[Problem]] = {}
        for problem in at.get(index, ()):
            faults.setdefault(min(problem.block_index or 0, len(rows) - 1), []).append(problem)
        for place in _near(len(rows), list(faults) or [0]):
            if isinstance(place, str):
                yield f"{'':>{digits + 11}}  {place.format('blocks')}"
                continue
            yield rows[place]
            for problem in faults.get(place, ()):
                yield from _fault(problem, colour)


def _near(count: int, centres: Sequence[int]) -> Iterator[int | str]:
    """The places around some centres; in between, how many are left out. A short list is shown whole."""
    if count <= _SMALL:
        yield from range(count)
        return
    near = {place for centre in centres for place in range(centre - _AROUND, centre + _AROUND + 1)}
    last = -1
    for place in sorted(place for place in near if 0 <= place < count):
        if place > last + 1:
            yield f"… {place - last - 1:,} {{}} left out"
        yield place
        last = place
    if last < count - 1:
        yield f"… {count - last - 1:,} {{}} left out"


def _fault(problem: Problem, colour: bool) -> Iterator[str]:
    ids = f" ({', '.join(problem.ids)})" if problem.ids else ""
    yield f"  {_painted(clipped(f'✗ {problem.rule}{ids}', WIDTH - 2), 31, colour)}"
    yield from _wrapped(problem.message)
    yield from _wrapped(f"Mend: {problem.mend}")


def _wrapped(text: str) -> Iterable[str]:
    plain = clipped(text, len(text) * 8 + 2)  # nothing is cut here, but what a terminal would obey is written out
    return textwrap.wrap(plain, WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)


def _painted(text: str, code: int, colour: bool) -> str:
    return f"\x1b[1;{code}m{text}\x1b[0m" if colour else text


def _no_model(named: object, where: str) -> str:
    close = get_close_matches(str(named), MODELS, 1, 0.5)
    meant = f" Did you mean {close[0]}?" if close else ""
    known = ", ".join(sorted(MODELS))
    told = clipped(json.dumps(named), 60)
    return f"{where} names the model {told}, whose rules are not known.{meant} Take one with --model: {known}"
