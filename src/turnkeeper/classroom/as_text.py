"""The results of a class for a terminal, within the width of a line."""

import textwrap
from collections.abc import Iterator, Sequence

from turnkeeper.classroom.graded import Graded, Rate, Result
from turnkeeper.history_table import printable

_MOST_MISSED = 5
_LONGEST_NAME = 28


def class_table(class_: Sequence[Graded], rates: Sequence[Rate], notes: Sequence[str], width: int) -> Iterator[str]:
    """Yield the lines of the results.

    Args:
        class_: The submissions.
        rates: How the class did in each requirement.
        notes: What belongs to no submission.
        width: The most columns of a line.
    """
    if class_:
        wide = min(max(len(printable(each.student)) for each in class_), _LONGEST_NAME)
        wide = max(wide, len("Submission"))
        yield f"{'Submission':<{wide}}  Passed  Not passed"
        for each in class_:
            yield from _row(each, wide, width)
        yield ""
    yield from _missed(rates, width)
    yield from _refused(class_, width)
    yield from _notes(class_, notes, width)


def _row(each: Graded, wide: int, width: int) -> Iterator[str]:
    name = printable(each.student)
    name = name if len(name) <= wide else f"{name[: wide - 1]}…"
    count = f"{each.passed} of {len(each.results)}"
    first = f"{name:<{wide}}  {count:>6}  "
    left = [_cell(slug, result) for slug, result in each.results.items() if result.status != "passed"]
    rest = ", ".join(left) if each.results else "no answer was found"
    lines = textwrap.wrap(rest, max(width - len(first), 20)) or [""]
    yield f"{first}{lines[0]}".rstrip()
    yield from (f"{'':<{len(first)}}{line}" for line in lines[1:])


def _cell(slug: str, result: Result) -> str:
    if result.status == "failed":
        return f"{slug} {result.report.passed}/{result.report.total}"
    return f"{slug} {result.status}"


def _missed(rates: Sequence[Rate], width: int) -> Iterator[str]:
    missed = sorted((rate for rate in rates if rate.met < rate.handed_in), key=lambda rate: rate.met / rate.handed_in)
    if missed:
        yield "Requirements that most answers miss"
        for rate in missed[:_MOST_MISSED]:
            share = f"{100 * rate.met // rate.handed_in:>3} %"
            first = f"  {share} of {rate.handed_in} meet it  {rate.slug}: "
            yield from textwrap.wrap(f"{first}{rate.text}", width, subsequent_indent=" " * 9)
        yield ""


def _refused(class_: Sequence[Graded], width: int) -> Iterator[str]:
    tried = [(each, slug, result) for each in class_ for slug, result in each.results.items() if result.refused]
    if tried:
        yield "Refused: these tried what no exercise needs"
        for each, slug, result in tried:
            said = f"  {printable(each.student)}, {slug}: it tried to {'; '.join(map(printable, result.refused))}"
            yield from textwrap.wrap(said, width, subsequent_indent="    ")
        yield ""


def _notes(class_: Sequence[Graded], notes: Sequence[str], width: int) -> Iterator[str]:
    said = [*map(printable, notes)]
    for each in class_:
        said += [f"{printable(each.student)}: {printable(note)}" for note in each.notes[:3]]
        if len(each.notes) > 3:
            said.append(f"{printable(each.student)}: and {len(each.notes) - 3} more files that are not graded.")
    if said:
        yield "Not graded"
        for note in said:
            yield from textwrap.wrap(f"  {note}", width, subsequent_indent="    ")
        yield ""
