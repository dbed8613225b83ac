"""The order of the exercises: that of `lessons/course.toml`, and within a lesson that of its `exercise` fences.

It needs the standard library alone, so that a grader can tell what is next wherever it runs.
"""

import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from turnkeeper.grading.lesson_text import exercises_in, line_to_remember
from turnkeeper.grading.seal import SEALS

_FRONT_MATTER = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)


@dataclass(frozen=True)
class Lesson:
    """A lesson, as far as a terminal shows it.

    Attributes:
        slug: The name of its file, without the ending.
        title: What the reader sees; empty for exercises that stand in no lesson.
        minutes: Time to read and try it.
        exercises: The slugs of its exercises, in their order.
        remember: The one line to remember, or "".
    """

    slug: str
    title: str
    minutes: int
    exercises: tuple[str, ...]
    remember: str = ""


@dataclass(frozen=True)
class Course:
    """The lessons of a course, in their order, and where it is.

    Attributes:
        root: The folder that holds `exercises/`, and `lessons/` if there is one.
        lessons: At the end, one without a title holds the exercises that stand in no lesson, if there are any.
    """

    root: Path
    lessons: tuple[Lesson, ...]

    @property
    def exercises_folder(self) -> Path:
        """Where the answers and the graders are."""
        return self.root / "exercises"

    @property
    def slugs(self) -> list[str]:
        """All exercises, in their order."""
        return [slug for lesson in self.lessons for slug in lesson.exercises]

    def lesson_of(self, slug: str) -> Lesson:
        """Return the lesson that an exercise stands in."""
        return next(lesson for lesson in self.lessons if slug in lesson.exercises)

    def answer(self, slug: str) -> Path:
        """Return the file of the learner's answer."""
        return self.exercises_folder / f"{slug}.py"

    def grader(self, slug: str) -> Path:
        """Return the file of an exercise's grader."""
        return self.exercises_folder / f"test_{slug}.py"


def read_course_order(root: Path) -> Course:
    """Read the order of a course's exercises.

    Args:
        root: The folder that holds `exercises/`.

    Returns:
        The course. Exercises that stand in no lesson come last, by their names; without `lessons/`, or when they
        cannot be read, that is all of them.
    """
    there = sorted(path.stem.removeprefix("test_") for path in (root / "exercises").glob("test_*.py"))
    try:
        listed = tomllib.loads((root / "lessons" / "course.toml").read_text(encoding="utf-8"))
        slugs = [slug for part in listed["parts"] for slug in part["lessons"]]
        lessons = [_lesson(root / "lessons" / f"{slug}.md", there) for slug in slugs]
    except (OSError, ValueError, LookupError, TypeError):
        lessons = []  # the site's build says what is wrong; an order by names will do until then
    placed = {slug for lesson in lessons for slug in lesson.exercises}
    rest = tuple(slug for slug in there if slug not in placed)
    return Course(root, (*lessons, *([Lesson("", "", 0, rest)] if rest else [])))


def _lesson(path: Path, exercises: list[str]) -> Lesson:
    text = path.read_text(encoding="utf-8")
    head = _FRONT_MATTER.match(text)
    front = dict(re.findall(r"^(\w+):[ \t]*(.*?)[ \t]*$", head[1] if head else "", re.MULTILINE))
    minutes = front.get("minutes", "")
    return Lesson(
        path.stem,
        _unquoted(front.get("title", path.stem)),
        int(minutes) if minutes.isdigit() else 0,
        tuple(slug for slug in dict.fromkeys(exercises_in(text)) if slug in exercises),
        line_to_remember(text),
    )


def _unquoted(scalar: str) -> str:
    """Return the text of a YAML scalar on one line; a lesson's title is one."""
    if scalar[:1] == scalar[-1:] == "'" and len(scalar) > 1:
        return scalar[1:-1].replace("''", "'")
    if scalar[:1] == scalar[-1:] == '"' and len(scalar) > 1:
        return str(json.loads(scalar))
    return scalar


def find_exercises(start: Path) -> Path | None:
    """Return the nearest folder `exercises/`, from a folder upwards, or that of the checkout this package is in."""
    for folder in (start, *start.parents, Path(__file__).resolve().parents[3]):
        if (folder / "exercises" / SEALS).is_file():
            return folder / "exercises"
    return None


def mend_for(slug: str, known: Sequence[str]) -> str:
    """Return what to say to a name that is no exercise: the nearest ones, or all where none is near.

    Args:
        slug: What was written.
        known: The slugs of the exercises.
    """
    near = get_close_matches(slug, known, cutoff=0.5)
    return f"Did you mean {' or '.join(near)}?" if near else f"There is: {', '.join(known)}."
