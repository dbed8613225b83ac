"""`turnkeeper covers`: which heading of the course covers which point of its plan, and what is still missing."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from turnkeeper.grading.lesson_text import without_fences
from turnkeeper.site.course import CourseError, Lesson, front_matter, read_course

_HEADING = re.compile(r"^##+ +(.+?) *#*$", re.MULTILINE)


@dataclass(frozen=True)
class Point:
    """One point of the course plan.

    Attributes:
        lesson: The slug of the lesson that has to cover it.
        id: Its name in that lesson's `covers:`.
        text: What it says, with the text it comes from.
        heading: The heading of the lesson under which it is covered; None while it is not.
    """

    lesson: str
    id: str
    text: str
    heading: str | None


def points(root: Path) -> list[Point]:
    """Return every point of the plan, in its order, with the heading that covers it.

    Args:
        root: The checkout. The plan is `lessons/points.toml`.

    Raises:
        CourseError: The plan or a lesson cannot be read.
    """
    lessons = {lesson.slug: lesson for part in read_course(root / "lessons") for lesson in part.lessons}
    found = []
    for slug, wanted in _plan(root).items():
        covered = _covered(lessons[slug]) if slug in lessons else {}
        headings = _headings(lessons[slug]) if slug in lessons else []
        for name, text in wanted.items():
            heading = covered.get(name)
            found.append(Point(slug, name, text, heading if heading in headings else None))
    return found


def gaps(root: Path, lesson: Lesson) -> Iterator[str]:
    """Yield what is wrong with the `covers:` of a lesson.

    Args:
        root: The checkout.
        lesson: The lesson.
    """
    place = f"lessons/{lesson.path.name}"
    try:
        wanted, covered = _plan(root).get(lesson.slug, {}), _covered(lesson)
    except CourseError as error:
        yield str(error)
        return
    if not wanted:
        yield f"lessons/points.toml has no table [{lesson.slug}]: write there what the lesson must cover."
    headings = _headings(lesson)
    for name in wanted:
        if name not in covered:
            yield f"{place}: `covers:` in the front matter leaves out '{name}' of lessons/points.toml."
        elif covered[name] not in headings:
            yield f"{place}: `covers:` names for '{name}' a heading that the lesson does not have: '{covered[name]}'."
    for name in covered:
        if name not in wanted:
            yield f"{place}: `covers:` names '{name}', which lessons/points.toml does not have for this lesson."


def covers(root: Path) -> int:
    """Print the table of points, and return the exit status: 1 when one is missing.

    Args:
        root: The checkout.
    """
    try:
        found = points(root)
    except CourseError as error:
        print(error)
        return 1
    missing = [point for point in found if point.heading is None]
    lesson = ""
    for point in found:
        if point.lesson != lesson:
            lesson = point.lesson
            print(f"\n{lesson}")
        print(f"  [{'x' if point.heading else ' '}] {point.id:<26} {point.heading or 'MISSING'}")
        print(f"      {point.text}")
    print(f"\nCovered: {len(found) - len(missing)} of {len(found)} points in {len({p.lesson for p in found})} lessons.")
    return 1 if missing or not found else 0


def _plan(root: Path) -> dict[str, dict[str, str]]:
    path = root / "lessons" / "points.toml"
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise CourseError("lessons/points.toml is missing: it says what each lesson has to cover.") from error
    except tomllib.TOMLDecodeError as error:
        raise CourseError(f"lessons/points.toml is no TOML: {error}.") from error
    for slug, wanted in read.items():
        if not isinstance(wanted, dict) or not all(isinstance(text, str) for text in wanted.values()):
            raise CourseError(f'lessons/points.toml: [{slug}] is no table of lines: name = "what it says".')
    return read


def _covered(lesson: Lesson) -> dict[str, str]:
    covered = front_matter(lesson.path).get("covers")
    if not isinstance(covered, dict) or not covered:
        raise CourseError(
            f"lessons/{lesson.path.name}: `covers:` in the front matter is empty: write a line 'point: heading' for "
            "each point of lessons/points.toml."
        )
    return {str(name): str(heading) for name, heading in covered.items()}


def _headings(lesson: Lesson) -> list[str]:
    return _HEADING.findall(without_fences(lesson.path.read_text(encoding="utf-8")))
