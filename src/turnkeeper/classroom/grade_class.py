"""Grading all submissions of a class, here or on a cluster."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from turnkeeper.classroom.graded import Graded, Result, graded, result_of
from turnkeeper.classroom.submissions import Submission
from turnkeeper.classroom.work import Job, Limits, Outcome
from turnkeeper.grading.course_order import Course
from turnkeeper.grading.report import ExerciseReport
from turnkeeper.grading.seal import SEALS
from turnkeeper.grading.stopped import stopped
from turnkeeper.grading.stubs import is_stub

Tell = Callable[[Job, list[Outcome]], object]


class Graders(Protocol):
    """Whatever grades jobs, and tells the outcomes of each when they are there, one at a time."""

    def __call__(self, jobs: Iterable[Job], tell: Tell) -> object:
        """Grade the jobs."""


def grade_class(
    course: Course,
    submissions: Sequence[Submission],
    limits: Limits,
    graders: Graders,
    tell: Callable[[Graded], object] = lambda _: None,
) -> list[Graded]:
    """Grade submissions.

    Args:
        course: Where the graders are.
        submissions: The submissions. An answer that is still the stub is not run: its verdict is known.
        limits: How much each may use.
        graders: What grades them.
        tell: Called with each submission when it is graded.

    Returns:
        The submissions with their results, in the same order.
    """
    known = {each.student: _unwritten(course, each) for each in submissions}
    named = {each.student: each for each in submissions}
    whole: dict[str, Graded] = {}

    def take(job: Job, outcomes: list[Outcome]) -> None:
        results = {outcome.slug: result_of(outcome, course) for outcome in outcomes} | known[job.student]
        whole[job.student] = graded(named[job.student], results)
        tell(whole[job.student])

    jobs = [job_of(course, each, limits, skip=known[each.student]) for each in submissions]
    for job in jobs:
        if not job.answers:
            take(job, [])
    graders([job for job in jobs if job.answers], take)
    return [whole[each.student] for each in submissions]


def job_of(course: Course, submission: Submission, limits: Limits, *, skip: Iterable[str] = ()) -> Job:
    """Return what grades a submission, with all that is needed for it.

    Args:
        course: Where the graders are.
        submission: The submission.
        limits: How much it may use.
        skip: The exercises whose verdict is known.
    """
    answers = {slug: text for slug, text in submission.answers.items() if slug not in set(skip)}
    graders = {slug: course.grader(slug).read_bytes().decode("utf-8") for slug in answers}
    seals: Path = course.exercises_folder / SEALS
    return Job(submission.student, answers, graders, seals.read_text(encoding="utf-8"), limits)


def _unwritten(course: Course, submission: Submission) -> dict[str, Result]:
    """Return the results of the answers that are still their stubs."""
    return {
        slug: Result(_report_on_stub(course, slug))
        for slug, text in submission.answers.items()
        if is_stub(course.exercises_folder, slug, text)
    }


def _report_on_stub(course: Course, slug: str) -> ExerciseReport:
    return stopped(course, slug, "Not written yet: the file is the stub.", kind="unwritten")
