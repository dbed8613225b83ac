"""The report on an answer of which nothing could be checked."""

import ast

from turnkeeper.grading.course_order import Course
from turnkeeper.grading.grader import tests_in
from turnkeeper.grading.report import ExerciseReport, Requirement
from turnkeeper.grading.seal import is_sealed
from turnkeeper.grading.verdict import Verdict


def stopped(course: Course, slug: str, why: str, *, kind: str = "broken") -> ExerciseReport:
    """Return the report on an answer of which nothing could be checked.

    Args:
        course: Where the grader is.
        slug: The exercise.
        why: What happened, in a sentence.
        kind: The kind of the verdict.
    """
    grader = course.grader(slug)
    verdict = Verdict(kind, why, cannot_start=kind != "unwritten")
    try:
        texts = {test.name: ast.get_docstring(test) or test.name for test in tests_in(grader)}
    except SyntaxError:
        texts = {}
    requirements = [
        Requirement(name, " ".join(text.split()), verdict=verdict) for name, text in (texts or {slug: slug}).items()
    ]
    return ExerciseReport(slug, grader, course.answer(slug), is_sealed(grader), len(requirements), requirements)
