"""The scoreboard at the end of `pytest exercises/`: what passed, what to do next, within 80 columns."""

import os
import shlex
import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from turnkeeper.grading.course_order import Lesson
from turnkeeper.grading.refit import refit
from turnkeeper.grading.report import ExerciseReport, Requirement
from turnkeeper.grading.score import Score
from turnkeeper.grading.score_plot import score_lines

WIDTH = 79
_INDENT = " " * 11


def scoreboard(
    reports: Sequence[ExerciseReport],
    *,
    hints: int = 0,
    answers: str | None = None,
    lessons: Sequence[Lesson] = (),
    best: Mapping[str, Score] | None = None,
) -> Iterator[str]:
    """Yield the lines of the scoreboard.

    Args:
        reports: The reports, in the order of the course.
        hints: How many hints to show of each requirement that has not passed.
        answers: The folder given as `--answers`, or None.
        lessons: Under their titles the exercises stand; without them, one below the other.
        best: The learner's best scores, by exercise.
    """
    for report in reports:
        if report.status != "passed" and (report.started or len(reports) == 1):
            yield from details(report, hints=hints, more_hints="Stuck? Add --hints 1 for a first hint, then --hints 2.")
            yield ""
    yield from _rows(reports, lessons)
    if len(reports) == 1 and reports[0].score:
        yield ""
        yield from score_lines(reports[0].score, (best or {}).get(reports[0].exercise))
    left = [report for report in reports if report.status != "passed"]
    yield ""
    yield f"Done: {len(reports) - len(left)} of {len(reports)}."
    if left:
        yield f"Next: {left[0].exercise}. Edit {_near(left[0].answer)}, then run:"
        folder = f" --answers {shlex.quote(answers)}" if answers else ""
        yield f"  {as_typed('pytest')} {shlex.quote(_near(left[0].grader))}{folder}"


def _near(path: Path) -> str:
    """Return a path as one would type it from here."""
    near = os.path.relpath(path)
    return str(path) if near.startswith("..") else near


def as_typed(module: str) -> str:
    """Return the command that started this program, as one would type it again.

    Args:
        module: What stands behind `python -m` to start it.
    """
    program = Path(sys.argv[0])
    if program.name == "__main__.py":
        return f"{shlex.quote(_near(Path(sys.executable)))} -m {module}"
    found = shutil.which(program.name)
    return program.name if found and Path(found) == program.absolute() else shlex.quote(_near(program.absolute()))


def _rows(reports: Sequence[ExerciseReport], lessons: Sequence[Lesson]) -> Iterator[str]:
    titles = {slug: lesson.title for lesson in lessons for slug in lesson.exercises}
    if not any(titles.values()):
        yield from map(_row, reports)
        return
    above = None
    for report in reports:
        title = titles.get(report.exercise, "")
        if title != above:
            yield textwrap.shorten(title or "In no lesson", WIDTH, placeholder=" …")
        above = title
        yield f"  {_row(report)}"


def _row(report: ExerciseReport) -> str:
    mark = {"passed": "[x]", "failed": "[ ]", "broken": "[!]"}[report.status]
    unchecked = report.total - len(report.requirements)
    rest = f", {unchecked} not checked" if unchecked else ""
    return f"{mark} {report.exercise:<24} {report.passed} of {report.total} requirements{rest}"


def details(
    report: ExerciseReport, *, hints: int | Mapping[str, int], more_hints: str = "", width: int = WIDTH
) -> Iterator[str]:
    """Yield what there is to say of one exercise, requirement by requirement.

    Args:
        report: The report.
        hints: How many hints to show of each requirement that has not passed: of all, or by the requirement's id.
        more_hints: How to get a first hint, said when none is shown.
        width: The most columns of a line.
    """
    yield f"{report.exercise}: {report.passed} of {report.total} requirements pass"
    if not report.sealed:
        name = f"exercises/test_{report.exercise}.py"
        yield from textwrap.wrap(
            f"{name} is not as the course made it, so this does not count. `git checkout {name}` brings it back.", width
        )
    if report.problem:
        yield from _wrapped(report.problem.message, width)
        return
    said: set[str] = set()
    for requirement in report.requirements:
        message = requirement.verdict.message if requirement.verdict else ""
        count = hints if isinstance(hints, int) else hints.get(requirement.id, 0)
        yield from _requirement(requirement, count, width, brief=message in said)
        said.add(message)
    if more_hints and not hints and any(r.verdict and r.hints for r in report.requirements):
        yield more_hints


def _requirement(requirement: Requirement, hints: int, width: int, *, brief: bool) -> Iterator[str]:
    word = "not yet" if requirement.verdict else "passed"
    yield from textwrap.wrap(requirement.text, width, initial_indent=f"  {word:<7}  ", subsequent_indent=_INDENT)
    if requirement.verdict and not brief:
        yield from _wrapped(requirement.verdict.message, width)
        if requirement.output:
            yield from _wrapped(f"It printed: {requirement.output.strip()}", width)
    if requirement.verdict:
        for number, hint in enumerate(requirement.hints[:hints], 1):
            yield from _wrapped(f"Hint {number}: {hint}", width)


def _wrapped(text: str, width: int) -> Iterator[str]:
    if width < WIDTH:
        yield from textwrap.indent("\n".join(refit(text, width - 4)), "    ").splitlines()
        return
    for line in text.splitlines():
        if len(line) + 4 <= width:
            yield f"    {line}"
        else:
            yield from textwrap.wrap(line, width, initial_indent="    ", subsequent_indent="      ")
