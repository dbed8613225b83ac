"""The course's table of contents: lessons/course.toml, and the front matter of each lesson."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

_SLUG = re.compile(r"[a-z][a-z0-9_]*")
_FRONT_MATTER = re.compile(r"---\n(?P<yaml>.*?\n)---\n", re.DOTALL)

HEADER = """jupyter:
  jupytext: {text_representation: {extension: .md, format_name: markdown}}
  kernelspec: {display_name: Python 3, language: python, name: python3}"""


class CourseError(ValueError):
    """The course's own files do not agree; the message names the place and the mend."""


@dataclass(frozen=True)
class Lesson:
    """One lesson: a Markdown notebook in `lessons/`.

    Attributes:
        slug: Name of the file without its ending, and last part of the page's address.
        path: The file.
        title: What the reader sees.
        minutes: Time to read and try it.
    """

    slug: str
    path: Path
    title: str
    minutes: int

    @property
    def src_uri(self) -> str:
        """The lesson's address as MkDocs knows it, which links between pages use."""
        return f"lessons/{self.slug}.md"

    @property
    def notebook_uri(self) -> str:
        """Where the site keeps the notebook for download."""
        return f"lessons/{self.slug}.ipynb"


@dataclass(frozen=True)
class Part:
    """A part of the course: a title and its lessons in their order."""

    title: str
    lessons: tuple[Lesson, ...]


def read_course(folder: Path) -> tuple[Part, ...]:
    """Read the parts of the course and the heads of their lessons.

    Args:
        folder: `lessons/`, which holds course.toml and one file for each lesson.

    Returns:
        The parts, in the reader's order.

    Raises:
        CourseError: course.toml cannot be read, or it and the files do not name the same lessons.
    """
    parts = tuple(_parts(folder))
    listed = [lesson.slug for part in parts for lesson in part.lessons]
    for slug in listed:
        if listed.count(slug) > 1:
            raise CourseError(f"lessons/course.toml names the lesson '{slug}' twice: keep one.")
    for path in sorted(folder.glob("*.md")):
        if path.stem not in listed:
            raise CourseError(
                f"lessons/{path.name} is in no part of the course: add '{path.stem}' to a part's lessons in "
                "lessons/course.toml, or remove the file."
            )
    return parts


def _parts(folder: Path) -> Iterator[Part]:
    try:
        read = tomllib.loads((folder / "course.toml").read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise CourseError(
            "lessons/course.toml is missing: it names the parts of the course and their lessons."
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise CourseError(f"lessons/course.toml is no TOML: {error}.") from error
    parts = read.get("parts")
    if not isinstance(parts, list) or not parts:
        raise CourseError("lessons/course.toml holds no part: write [[parts]] with a title and lessons.")
    for number, part in enumerate(parts, 1):
        title, slugs = part.get("title"), part.get("lessons")
        if not isinstance(title, str) or not title.strip():
            raise CourseError(f'lessons/course.toml: part {number} has no title: write title = "…".')
        if not isinstance(slugs, list) or not slugs:
            raise CourseError(f"lessons/course.toml: part '{title}' has no lessons: write lessons = [\"…\"].")
        yield Part(title, tuple(_lesson(folder, slug) for slug in slugs))


def _lesson(folder: Path, slug: Any) -> Lesson:
    if not isinstance(slug, str) or not _SLUG.fullmatch(slug):
        raise CourseError(f"lessons/course.toml: {slug!r} is no lesson's name: use small letters, digits and _.")
    path = folder / f"{slug}.md"
    if not path.is_file():
        raise CourseError(
            f"lessons/course.toml names '{slug}', but lessons/{slug}.md is missing: "
            "write the file, or take the name out."
        )
    head = front_matter(path)
    title, minutes = head.get("title"), head.get("minutes")
    if not isinstance(title, str) or not title.strip():
        raise CourseError(f"lessons/{slug}.md: the front matter has no title: write 'title: …'.")
    if not isinstance(minutes, int) or isinstance(minutes, bool) or minutes < 1:
        raise CourseError(f"lessons/{slug}.md: the front matter has no time to read: write 'minutes: 12'.")
    return Lesson(slug, path, title, minutes)


def front_matter(path: Path) -> dict[str, Any]:
    """Read a lesson's front matter.

    Args:
        path: The lesson.

    Raises:
        CourseError: There is none, or it is no YAML mapping, or jupytext would not see a notebook in it.
    """
    text = path.read_text(encoding="utf-8")
    place = f"lessons/{path.name}"
    found = _FRONT_MATTER.match(text)
    if not found:
        raise CourseError(
            f"{place}:1: the file does not begin with front matter: lines --- around title, minutes and\n{HEADER}"
        )
    try:
        head = yaml.safe_load(found["yaml"])
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 2 if mark else 1
        raise CourseError(
            f"{place}:{line}: the front matter is no YAML: {getattr(error, 'problem', error)}."
        ) from error
    if not isinstance(head, dict):
        raise CourseError(f"{place}:1: the front matter is no list of 'name: value' lines.")
    kernel = (head.get("jupyter") or {}).get("kernelspec") or {}
    # jupytext reads the header line by line and overlooks `jupyter: {…}` on one line.
    if kernel.get("language") != "python" or not re.search(r"^jupyter:[ \t]*$", found["yaml"], re.MULTILINE):
        raise CourseError(
            f"{place}: no notebook, so nothing in it would run: write these lines in its front matter:\n{HEADER}"
        )
    return head
