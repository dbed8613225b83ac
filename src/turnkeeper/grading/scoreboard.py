"""The scoreboard at the end of `pytest exercises/`: what passed, what to do next, within 80 columns."""

import os
import shlex
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from turnkeeper.grading.report import ExerciseReport, Requirement

WIDTH = 79
_INDENT = " " * 11


def scoreboard(reports: Sequence[ExerciseReport], *, hints: int = 0, answers: str | None = None) -> Iterator[str]:
    """Yield the lines of the scoreboard.

    Args:
        reports: The reports, in the order of the course.
        hints: How many hints to show of each requirement that has not passed.
        answers: The folder given as `--answers`, or None.
    """
    for report in reports:
        if report.status != "passed" and (report.started or len(reports) == 1):
            yield from details(report, hints=hints, more_hints="Stuck? Add --hints 1 for a first hint, then --hints 2.")
            yield ""
    for report in reports:
        yield _row(report)
    left = [report for report in reports if report.status != "passed"]
    yield ""
    yield f"Done: {len(reports) - len(left)} of {len(reports)}."
    if left:
        yield f"Next: {left[0].exercise}. Edit {_near(left[0].answer)}, then run:"
        folder = f" --answers {shlex.quote(answers)}" if answers else ""
        yield f"  {_pytest()} {shlex.quote(_near(left[0].grader))}{folder}"


def _near(path: Path) -> str:
    """Return a path as one would type it from here."""
    near = os.path.relpath(path)
    return str(path) if near.startswith("..") else near


def _pytest() -> str:
    """Return the command that started this run of pytest."""
    program = Path(sys.argv[0])
    if program.name == "__main__.py":
        return f"{shlex.quote(_near(Path(sys.executable)))} -m pytest"
    found = shutil.which(program.name)
    return program.name if found and Path(found) == program.absolute() else shlex.quote(_near(program.absolute()))


def _row(report: ExerciseReport) -> str:
    mark = {"passed": "[x]", "failed": "[ ]", "broken": "[!]"}[report.status]
    unchecked = report.total - len(report.requirements)
    rest = f", {unchecked} not checked" if unchecked else ""
    return f"{mark} {report.exercise:<24} {report.passed} of {report.total} requirements{rest}"


def details(report: ExerciseReport, *, hints: int, more_hints: str) -> Iterator[str]:
    """Yield what there is to say of one exercise, requirement by requirement.

    Args:
        report: The report.
        hints: How many hints to show of each requirement that has not passed.
        more_hints: How to get a first hint, said when none is shown.
    """
    yield f"{report.exercise}: {report.passed} of {report.total} requirements pass"
    if not report.sealed:
        name = f"exercises/test_{report.exercise}.py"
        yield from textwrap.wrap(
            f"{name} is not as the course made it, so this does not count. `git checkout {name}` brings it back.", WIDTH
        )
    if report.problem:
        yield from _wrapped(report.problem.message)
        return
    said: set[str] = set()
    for requirement in report.requirements:
        message = requirement.verdict.message if requirement.verdict else ""
        yield from _requirement(requirement, hints, brief=message in said)
        said.add(message)
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
