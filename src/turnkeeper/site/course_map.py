"""The course at a glance: the page that lists it, and the same list as data for what the page's runner adds."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from turnkeeper.grading.lesson_text import find_fences
from turnkeeper.site.course import CourseError, Lesson, Part
from turnkeeper.site.exercise import read_exercise
from turnkeeper.site.from_lessons import exercises_of

PLACEHOLDER = "<!-- course map -->"
"""Where a page wants the map."""

DATA = "course/map.json"
"""Where the site keeps the data."""


def course_map(parts: Sequence[Part], exercises: Path) -> str:
    """Return the map as Markdown: parts, lessons with their minutes, and their exercises with links to each.

    Args:
        parts: The course.
        exercises: The folder of stubs.

    Raises:
        CourseError: A stub has no docstring that tells the task.
    """
    lessons = [lesson for part in parts for lesson in part.lessons]
    slugs = [slug for lesson in lessons for slug in exercises_of(lesson)]
    minutes = sum(lesson.minutes for lesson in lessons)
    pieces = [
        f"{_count(len(lessons), 'lesson')} with {_count(len(slugs), 'exercise')}: about {minutes} minutes to read and "
        "try. Each lesson builds on those before it, but nothing is locked.",
        '<div class="tk-continue" data-always></div>',
    ]
    numbers = {lesson.slug: number for number, lesson in enumerate(lessons, 1)}
    for part in parts:
        rows = "\n".join(row for lesson in part.lessons for row in _rows(lesson, numbers[lesson.slug], exercises))
        pieces.append(f"## {part.title}\n\n{rows}")
    return "\n\n".join(pieces)


def data(parts: Sequence[Part]) -> str:
    """Return the lessons in their order, as JSON that `web/src/course.ts` reads.

    Args:
        parts: The course.
    """
    lessons = [
        {
            "page": _address(lesson),
            "title": lesson.title,
            "minutes": lesson.minutes,
            "exercises": exercises_of(lesson),
            "questions": _questions(lesson),
        }
        for part in parts
        for lesson in part.lessons
    ]
    return json.dumps(lessons, ensure_ascii=False) + "\n"


def _rows(lesson: Lesson, number: int, exercises: Path) -> Iterator[str]:
    """A lesson and its exercises. The attributes tell the runner what a link leads to."""
    yield (
        f'- Lesson {number}: [{lesson.title}]({lesson.src_uri}){{ data-lesson="{_address(lesson)}" }}, '
        f"about {_count(lesson.minutes, 'minute')}"
    )
    for slug in exercises_of(lesson):
        link = f'[`{slug}`]({lesson.src_uri}#exercise-{slug}){{ data-exercise="{slug}" }}'
        yield f"    - Exercise {link}: {_task(exercises, slug)}"


def _task(exercises: Path, slug: str) -> str:
    """What an exercise is about: the first line of its task."""
    task = read_exercise(exercises, slug).task
    if not task:
        raise CourseError(
            f"exercises/{slug}.py has no docstring: write the task there, and in its first line what it is."
        )
    return task.splitlines()[0].removesuffix(".")


def _address(lesson: Lesson) -> str:
    """The lesson's address below the site's root."""
    return f"{lesson.src_uri.removesuffix('.md')}/"


def _questions(lesson: Lesson) -> int:
    fences = find_fences(lesson.path.read_text(encoding="utf-8"))
    return sum(fence.language == "quiz" for fence in fences)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
