"""What other pages take out of the lessons: the cheat sheet's rows, and the list of sources."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import NoReturn

from turnkeeper.grading import lesson_text
from turnkeeper.site.course import CourseError, Lesson, Part, front_matter

CHEAT_SHEET = "<!-- cheat sheet -->"
SOURCES = "<!-- sources -->"

_WHOLE = "{.tk-name}"  # a name is not broken between two lines
_LINK = re.compile(r"\]\((?!https?://|#)(?P<target>[^)\s]+)\)")


def cheat_sheet(parts: Sequence[Part]) -> str:
    """Return a table for each part of the course, a row a lesson: what to remember, what to write, what to call.

    Args:
        parts: The course.

    Raises:
        CourseError: A lesson has no line to remember, or names something that the engine does not have.
    """
    pieces = []
    for part in parts:
        rows = [f"| {' | '.join(_row(lesson))} |" for lesson in part.lessons]
        head = ["| Lesson | What to remember | You write | The engine has |", "|---|---|---|---|"]
        pieces.append("\n".join([f"## {part.title}", "", *head, *rows]))
    return "\n\n".join(pieces)


def sources(parts: Sequence[Part]) -> str:
    """Return the sources of every lesson, as Markdown lists below the lessons' titles.

    Args:
        parts: The course.
    """
    pieces = []
    for part in parts:
        for lesson in part.lessons:
            listed = _LINK.sub(lambda found: f"]({_from_docs(found['target'])})", _sources(lesson))
            pieces.append(f"### [{lesson.title}]({lesson.src_uri})\n\n{listed}")
    return "\n\n".join(pieces)


def line_to_remember(lesson: Lesson) -> str:
    """Return the line to remember of a lesson, its Markdown in one line.

    Args:
        lesson: The lesson.

    Raises:
        CourseError: There is none.
    """
    return lesson_text.line_to_remember(_text(lesson)) or _missing(lesson, "One line to remember")


def exercises_of(lesson: Lesson) -> list[str]:
    """Return the slugs of a lesson's exercises, in its order."""
    return lesson_text.exercises_in(_text(lesson))


def _row(lesson: Lesson) -> Iterator[str]:
    yield f"[{lesson.title}]({lesson.src_uri})"
    yield line_to_remember(lesson)
    yield "<br>".join(f"[`{slug}`{_WHOLE}]({lesson.src_uri}#exercise-{slug})" for slug in exercises_of(lesson))
    names = front_matter(lesson.path).get("engine") or []
    for name in names:
        try:
            resolve_name(f"turnkeeper.{name}")
        except (ImportError, AttributeError, ValueError):
            raise CourseError(f"{_place(lesson)}: `engine:` names {name}, which the package does not have.") from None
    yield "<br>".join(f"`{name}`{_WHOLE}" for name in names)


def _sources(lesson: Lesson) -> str:
    return lesson_text.section(_text(lesson), "Sources") or _missing(lesson, "Sources")


def _missing(lesson: Lesson, heading: str) -> NoReturn:
    raise CourseError(f"{_place(lesson)}: nothing stands under '## {heading}': write it.")


def _text(lesson: Lesson) -> str:
    return lesson.path.read_text(encoding="utf-8")


def _place(lesson: Lesson) -> str:
    return f"lessons/{Path(lesson.path).name}"


def _from_docs(target: str) -> str:
    """Return a link that stands in a lesson as it has to stand in a page of docs/."""
    return posixpath.normpath(posixpath.join("lessons", target))
