"""Which hint is next: that of the first requirement that is not met, one at a time."""

from collections.abc import Iterator
from typing import NamedTuple

from turnkeeper.grading.course_order import Course
from turnkeeper.grading.progress import Progress, Record, change_progress
from turnkeeper.grading.report import ExerciseReport, Requirement


class Hint(NamedTuple):
    """A hint that was shown.

    Attributes:
        requirement: What it helps with.
        number: Its number, counted from 1.
        new: Whether it was not shown before; when there are no more, the last one comes again.
    """

    requirement: Requirement
    number: int
    new: bool


def first_unmet(report: ExerciseReport) -> Requirement | None:
    """Return the first requirement that is not met; None when all are."""
    return next((requirement for requirement in report.requirements if requirement.verdict), None)


def next_hint(course: Course, report: ExerciseReport) -> Hint | None:
    """Show the next hint, and keep in the progress that it was shown.

    Args:
        course: The course.
        report: How the answer does.

    Returns:
        The hint; None when no hint can help: all is met, nothing could be checked, or the requirement has no hints.

    Raises:
        ProgressError: See `change_progress`.
    """
    requirement = first_unmet(report)
    if report.problem or requirement is None or not requirement.hints:
        return None
    made: list[Hint] = []

    def change(progress: Progress) -> None:
        hints = progress.exercises.setdefault(report.exercise, Record()).hints
        shown, there = hints.get(requirement.id, 0), len(requirement.hints)
        hints[requirement.id] = min(shown + 1, there)
        made.append(Hint(requirement, hints[requirement.id], shown < there))

    change_progress(course.root, change)
    return made[0]


def all_hints(report: ExerciseReport) -> Iterator[tuple[Requirement, list[str]]]:
    """Yield each requirement that is not met, with all its hints."""
    for requirement in report.requirements:
        if requirement.verdict:
            yield requirement, requirement.hints
