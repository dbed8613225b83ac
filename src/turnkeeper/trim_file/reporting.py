"""The report of a trim: as lines of text, and as JSON."""

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from typing import Any

from turnkeeper.history_table import clipped, printable
from turnkeeper.trim_file.trimmed import Span, Trimmed, counted
from turnkeeper.validity import Problem
from turnkeeper.view.context import show_context

WIDTH = 80
MOST_SPANS = 12
"""The most lines of what is kept and dropped, and the most faults, in a report as text; the JSON form names all."""


def as_json(trimmed: Trimmed, before: Sequence[Problem], after: Sequence[Problem]) -> str:
    """Return as JSON which places are kept, what is dropped and why, and tokens and faults before and after.

    `thinking` says why it is left out of what is kept; it is null when it is not.
    """
    told = {
        "strategy": trimmed.strategy,
        "kept": trimmed.places,
        "dropped": [
            {"places": list(span.places), "what": span.what, "tokens": span.tokens, "why": trimmed.why}
            for span in trimmed.spans
            if not span.is_kept
        ],
        "thinking": trimmed.thinking,
        "tokens": dict(zip(("before", "after"), trimmed.tokens, strict=True)),
        "problems": {
            "before": [asdict(problem) for problem in before],
            "after": [asdict(problem) for problem in after],
        },
    }
    return json.dumps(told, indent=2)


def report(
    name: str, trimmed: Trimmed, before: Sequence[Problem], after: Sequence[Problem], *, target: str
) -> Iterator[str]:
    """Yield the lines of the report, none longer than `WIDTH`: what is kept, what is dropped and why, before and after.

    Args:
        name: What the file is called.
        trimmed: What was done.
        before: The faults of the history as it was.
        after: The faults of what is kept.
        target: By whose rules they are faults.
    """
    count, left = len(trimmed.messages), len(trimmed.kept)
    yield f"{clipped(name, WIDTH - 50)}: {left:,} of {counted(count, 'message')} kept, {count - left:,} dropped"
    yield from _wrapped(f"strategy {trimmed.strategy}: {trimmed.why}", "")
    if trimmed.thinking:
        yield from _wrapped(f"thinking: {trimmed.thinking}", "")
    yield ""
    yield from _span_lines(trimmed.spans)
    yield ""
    rows = (("messages", count, left), ("tokens", *trimmed.tokens), ("faults", len(before), len(after)))
    yield f"{'':8}  {'before':>10}  {'after':>10}"
    yield from (f"{what:8}  {old:>10,}  {new:>10,}" for what, old, new in rows)
    yield from _wrapped(f"Stand-in tokens of {trimmed.model.id}: an estimate. Faults for the target {target}.", "")
    for when, problems in (("before", before), ("after", after)):
        if problems:
            yield ""
            yield f"Faults {when}:"
            yield from _fault_lines(problems)


def picture(trimmed: Trimmed, fields: Mapping[str, Any], *, window: int | None, colour: bool) -> Iterator[str]:
    """Yield the lines of the picture of what is kept and what is dropped, none longer than `WIDTH`.

    Args:
        trimmed: What was done.
        fields: The other fields of the request.
        window: The tokens it had to fit in; None for the model's window.
        colour: True to colour the bars, where rich is installed; the words are the same.
    """
    messages = list(trimmed.messages)
    for place, message in zip(trimmed.places, trimmed.kept, strict=True):
        messages[place] = message  # as it is kept: its thinking may be left out
    view = show_context(
        messages,
        system=fields.get("system"),
        tools=fields.get("tools") or (),
        model=trimmed.model.id,
        kept=trimmed.places,
        window=window,
    )
    yield ""
    if colour and find_spec("rich"):
        from rich.console import Console

        console = Console(width=WIDTH, force_terminal=True)
        with console.capture() as capture:
            console.print(view.to_rich(WIDTH))
        yield from capture.get().splitlines()
    else:
        yield from view.to_text(WIDTH).splitlines()
    if trimmed.thinking:
        yield "The picture is without the thinking that is left out of what is kept."


def _span_lines(spans: Sequence[Span]) -> Iterator[str]:
    if len(spans) <= MOST_SPANS:
        yield from map(_span_line, spans)
        return
    ends = MOST_SPANS // 2
    hidden = spans[ends:-ends]
    dropped = sum(span.tokens for span in hidden if not span.is_kept)
    yield from map(_span_line, spans[:ends])
    yield (
        f"…        messages {hidden[0].places[0]:,}-{hidden[-1].places[-1]:,}: "
        f"{counted(len(hidden), 'line')} more, {counted(dropped, 'token')} dropped"
    )
    yield from map(_span_line, spans[-ends:])


def _span_line(span: Span) -> str:
    first, last = span.places[0], span.places[-1]
    where = f"message {first:,}" if first == last else f"messages {first:,}-{last:,}"
    return f"{'kept' if span.is_kept else 'dropped':7}  {where}: {span.what}, {counted(span.tokens, 'token')}"


def _fault_lines(problems: Sequence[Problem]) -> Iterator[str]:
    for problem in problems[:MOST_SPANS]:
        yield from _wrapped(f"✗ {problem.rule}: {problem.message} Mend: {problem.mend}", "  ")
    if len(problems) > MOST_SPANS:
        yield f"  … {len(problems) - MOST_SPANS:,} more; --json names them all"


def _wrapped(text: str, before: str) -> Sequence[str]:
    return textwrap.wrap(
        printable(text), WIDTH, initial_indent=before, subsequent_indent=f"{before}  ", break_on_hyphens=False
    )
