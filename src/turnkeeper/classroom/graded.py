"""The results of a class, submission by submission and requirement by requirement."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from turnkeeper.classroom.submissions import Submission
from turnkeeper.classroom.work import Outcome
from turnkeeper.grading.course_order import Course
from turnkeeper.grading.report import ExerciseReport
from turnkeeper.grading.stopped import stopped

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on one answer.

    Attributes:
        report: What its grader says, requirement by requirement.
        refused: What the answer tried that no exercise asks for, in words that follow "It tried to".
        seconds: How long it took, in seconds of wall time.
        cpu: How long it kept a processor busy, in seconds.
    """

    report: ExerciseReport
    refused: tuple[str, ...] = ()
    seconds: float = 0.0
    cpu: float = 0.0

    @property
    def status(self) -> Literal["passed", "failed", "broken", "refused"]:
        """The verdict: `refused` where it tried what no exercise asks for, whatever its requirements say."""
        return "refused" if self.refused else self.report.status

    @property
    def met(self) -> int:
        """How many requirements count as met."""
        return 0 if self.refused or not self.report.sealed else self.report.passed


@dataclass(slots=True)
class Graded:
    """A submission with its results.

    Attributes:
        student: Whose it is.
        results: The result of each answer, by the exercise's slug.
        notes: What was found and not graded, and why.
    """

    student: str
    results: dict[str, Result]
    notes: list[str] = field(default_factory=list)

    @property
    def passed(self) -> int:
        """How many exercises pass."""
        return sum(result.status == "passed" for result in self.results.values())


class Rate(NamedTuple):
    """How a class did in one requirement.

    Attributes:
        slug: The exercise.
        id: The requirement's test.
        text: The requirement in plain words.
        met: How many answers meet it.
        handed_in: How many answers there are.
    """

    slug: str
    id: str
    text: str
    met: int
    handed_in: int


def result_of(outcome: Outcome, course: Course) -> Result:
    """Return the result that an outcome is, with a report also where the answer left none."""
    slug = outcome.slug
    if outcome.report is None:
        report = stopped(course, slug, outcome.why, kind=outcome.kind)
    else:
        forged = "What it left is no report of this grader, so that nothing of it counts."
        report = _report(outcome.report, slug, course) or stopped(course, slug, forged, kind="tampered")
    return Result(report, tuple(outcome.refused), outcome.seconds, outcome.cpu)


def _report(data: dict[str, Any], slug: str, course: Course) -> ExerciseReport | None:
    """Return the report that plain data are; None where the grader of the exercise cannot have made them."""
    own = stopped(course, slug, "")
    try:
        report = ExerciseReport.from_json(data, own.grader, own.answer)
        texts = [text for one in report.requirements for text in (one.id, one.text, one.output, *one.hints)]
        verdicts = [one.verdict for one in report.requirements if one.verdict]
    except (LookupError, TypeError, ValueError):
        return None
    ids = [one.id for one in report.requirements]
    is_of_grader = (
        (report.exercise, report.sealed, report.total) == (slug, own.sealed, own.total)
        and ids == [one.id for one in own.requirements if one.id in ids]
        and all(isinstance(text, str) for text in texts)
        and all(isinstance(verdict.kind, str) and isinstance(verdict.message, str) for verdict in verdicts)
    )
    return report if is_of_grader else None


def graded(submission: Submission, results: dict[str, Result]) -> Graded:
    """Return a submission with its results, in the order of its answers."""
    return Graded(submission.student, {slug: results[slug] for slug in submission.answers}, submission.notes)


def pass_rates(course: Course, slugs: Sequence[str], class_: Sequence[Graded]) -> list[Rate]:
    """Return how the class did in each requirement, in the order of the course.

    Args:
        course: Where the graders are.
        slugs: The exercises that are graded.
        class_: The submissions.
    """
    rates = []
    for slug in slugs:
        results = [each.results[slug] for each in class_ if slug in each.results]
        for requirement in stopped(course, slug, "").requirements:
            met = sum(
                one.id == requirement.id and one.verdict is None
                for result in results
                if result.met
                for one in result.report.requirements
            )
            rates.append(Rate(slug, requirement.id, requirement.text, met, len(results)))
    return rates


def as_json(course: Course, slugs: Sequence[str], class_: Sequence[Graded], notes: Sequence[str]) -> dict[str, Any]:
    """Return the results of a class as plain data.

    Args:
        course: Where the graders are.
        slugs: The exercises that are graded.
        class_: The submissions.
        notes: What belongs to no submission.
    """
    return {
        "schema": SCHEMA,
        "exercises": list(slugs),
        "submissions": [
            {
                "student": each.student,
                "passed": each.passed,
                "notes": each.notes,
                "results": [
                    {
                        **result.report.to_json(),
                        "status": result.status,
                        "met": result.met,
                        "refused": list(result.refused),
                        "seconds": result.seconds,
                        "cpu_seconds": result.cpu,
                    }
                    for result in each.results.values()
                ],
            }
            for each in class_
        ],
        "requirements": [rate._asdict() for rate in pass_rates(course, slugs, class_)],
        "notes": list(notes),
    }
