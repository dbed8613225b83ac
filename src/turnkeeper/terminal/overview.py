"""`turnkeeper status`, and the list in `turnkeeper watch`: each exercise, and how far it is."""

import textwrap
from collections.abc import Iterator
from datetime import datetime

from turnkeeper.grading.course_order import Course, Lesson
from turnkeeper.grading.progress import Progress, next_exercise, state_of
from turnkeeper.grading.scoreboard import WIDTH

_MARKS = {"passed": "[x]", "open": "[ ]", "changed": "[?]", "new": "[ ]"}


def status(course: Course, progress: Progress, command: str) -> Iterator[str]:
    """Yield the lines of `turnkeeper status`.

    Args:
        course: The course.
        progress: The learner's progress.
        command: How the `turnkeeper` command was typed.
    """
    left = minutes_left(course, progress)
    time = f" The lessons that are left take about {left} minutes." if left else ""
    yield from textwrap.wrap(f"{count_passed(course, progress)} of {len(course.slugs)} exercises pass.{time}", WIDTH)
    for lesson in course.lessons:
        yield ""
        yield lesson_line(lesson)
        for slug in lesson.exercises:
            yield f"  {exercise_line(course, slug, progress)}"
    yield ""
    target = where_to_go_on(course, progress)
    if target is None:
        yield "All exercises pass."
    else:
        said = f"Next: {target}, in exercises/{target}.py. To have it checked on every save:"
        yield from textwrap.wrap(said, WIDTH)
        yield f"  {command} watch"


def where_to_go_on(course: Course, progress: Progress) -> str | None:
    """Return the exercise to go on with: the current one, or the first that has not passed; None when all have."""
    current = progress.current
    if current in course.slugs and state_of(course, current, progress) != "passed":
        return current
    return next_exercise(course, progress)


def count_passed(course: Course, progress: Progress) -> int:
    """Return how many exercises pass, as far as they were checked."""
    return sum(state_of(course, slug, progress) == "passed" for slug in course.slugs)


def minutes_left(course: Course, progress: Progress) -> int:
    """Return the minutes of the lessons in which an exercise has not passed."""
    return sum(
        lesson.minutes
        for lesson in course.lessons
        if any(state_of(course, slug, progress) != "passed" for slug in lesson.exercises)
    )


def lesson_line(lesson: Lesson) -> str:
    """Return a lesson's title, and the minutes it takes."""
    if not lesson.title:
        return "In no lesson"
    minutes = f" ({lesson.minutes} minutes)" if lesson.minutes else ""
    return f"{textwrap.shorten(lesson.title, WIDTH - len(minutes), placeholder=' …')}{minutes}"


def exercise_line(course: Course, slug: str, progress: Progress) -> str:
    """Return an exercise, and how far it is."""
    state, record = state_of(course, slug, progress), progress.record(slug)
    words = {
        "new": "not started",
        "passed": f"passed{_day(record.passed)}",
        "changed": "changed since the last check" if record.checked else "not checked yet",
        "open": f"{record.met} of {record.total} requirements",
    }[state]
    if record.status == "broken" and state == "open":
        words = "cannot be checked as it is"
    tries = f", {record.tries} {'try' if record.tries == 1 else 'tries'}" if state == "open" and record.tries else ""
    return f"{_MARKS[state]} {slug:<24} {words}{tries}"


def _day(passed: str | None) -> str:
    try:
        when = datetime.fromisoformat(passed or "").astimezone()
    except ValueError:
        return ""
    return f" on {when.day} {when:%B %Y}"
