"""The scoreboard at the end of `pytest exercises/`: what passed, what to do next, within 80 columns."""

import textwrap
from collections.abc import Iterator, Sequence

from turnkeeper.grading.report import ExerciseReport, Requirement

WIDTH = 79
_INDENT = " " * 11


def scoreboard(reports: Sequence[ExerciseReport], folder: str, *, hints: int = 0) -> Iterator[str]:
    """Yield the lines of the scoreboard.

    Args:
        reports: The reports, in the order of the course.
        folder: Where the answers are, as the reader would type it.
        hints: How many hints to show of each requirement that has not passed.
    """
    for report in reports:
        if report.status != "passed" and (report.started or len(reports) == 1):
            yield from details(report, hints=hints, more_hints="Stuck? Add --hints 1 for a first hint, then --hints 2.")
            yield ""
    for report in reports:
        yield _row(report)
    done = [report for report in reports if report.status == "passed"]
    left = [report for report in reports if report.status != "passed"]
    yield ""
    yield f"Done: {len(done)} of {len(reports)}."
    if left:
        yield f"Next: {left[0].exercise}. Edit {folder}/{left[0].exercise}.py, then run:"
        extra = "" if folder == "exercises" else f" --answers {folder}"
        yield f"  pytest exercises/test_{left[0].exercise}.py{extra}"


def _row(report: ExerciseReport) -> str:
    mark = {"passed": "[x]", "failed": "[ ]", "broken": "[!]"}[report.status]
    return f"{mark} {report.exercise:<24} {report.passed} of {len(report.requirements)} requirements"


def details(report: ExerciseReport, *, hints: int, more_hints: str) -> Iterator[str]:
    """Yield what there is to say of one exercise, requirement by requirement.

    Args:
        report: The report.
        hints: How many hints to show of each requirement that has not passed.
        more_hints: How to get a first hint, said when none is shown.
    """
    yield f"{report.exercise}: {report.passed} of {len(report.requirements)} requirements pass"
    if not report.sealed:
        name = f"exercises/test_{report.exercise}.py"
        yield from textwrap.wrap(
            f"{name} is not as the course made it, so this does not count. `git checkout {name}` brings it back.", WIDTH
        )
    if report.problem:
        yield from _wrapped(report.problem.message)
        return
    unwritten = [r for r in report.requirements if r.verdict and r.verdict.kind == "unwritten"]
    for requirement in report.requirements:
        yield from _requirement(requirement, hints, brief=len(unwritten) > 1 and requirement in unwritten)
    if len(unwritten) > 1 and unwritten[0].verdict:
        yield from _wrapped(unwritten[0].verdict.message)
    if not hints and any(r.verdict and r.hints for r in report.requirements):
        yield more_hints


def _requirement(requirement: Requirement, hints: int, *, brief: bool) -> Iterator[str]:
    word = "not yet" if requirement.verdict else "passed"
    yield from textwrap.wrap(requirement.text, WIDTH, initial_indent=f"  {word:<7}  ", subsequent_indent=_INDENT)
    if requirement.verdict and not brief:
        yield from _wrapped(requirement.verdict.message)
        if requirement.output:
            yield from _wrapped(f"It printed: {requirement.output.strip()}")
    if requirement.verdict:
        for number, hint in enumerate(requirement.hints[:hints], 1):
            yield from _wrapped(f"Hint {number}: {hint}")


def _wrapped(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if len(line) + 4 <= WIDTH:
            yield f"    {line}"
        else:
            yield from textwrap.wrap(line, WIDTH, initial_indent="    ", subsequent_indent="      ")
