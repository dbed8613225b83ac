"""`make new-lesson`: the files of a lesson and its exercise, with what is still to write marked in them."""

import re
import sys
from pathlib import Path
from string import Template

from turnkeeper.grading.seal import write_seals
from turnkeeper.site.course import read_course
from turnkeeper.site.standards import UNFINISHED

_SLUG = re.compile(r"[a-z][a-z0-9_]{0,31}")
TEMPLATES = Path(__file__).parent / "templates" / "new_lesson"

FILES = {
    "lesson.md": "lessons/{slug}.md",
    "stub.txt": "exercises/{slug}.py",
    "grader.txt": "exercises/test_{slug}.py",
    "solution.txt": "solutions/{slug}.py",
}
FOLDERS = ("tests/answers/{slug}/right", "tests/answers/{slug}/wrong")


def new_lesson(root: Path, slug: str) -> int:
    """Make the files of a new lesson, add it to the last part of the course, and say what is next.

    Args:
        root: The checkout.
        slug: The name of the lesson and its exercise.

    Returns:
        The exit status: 2 for a name that cannot be used, and then nothing is written.
    """
    targets = {name: root / path.format(slug=slug) for name, path in FILES.items()}
    if not _SLUG.fullmatch(slug):
        said = f"'{slug}' is no name for a lesson" if slug else "the name is missing"
        print(f"new-lesson: {said}: make new-lesson SLUG=context_window", file=sys.stderr)
        return 2
    if taken := [path for path in targets.values() if path.exists()]:
        names = ", ".join(str(path.relative_to(root)) for path in taken)
        print(f"new-lesson: {names} is there already; nothing was written.", file=sys.stderr)
        return 2
    listing = _listed(root, slug)
    for name, path in targets.items():
        text = Template((TEMPLATES / name).read_text(encoding="utf-8")).substitute(slug=slug, unfinished=UNFINISHED)
        path.write_text(text, encoding="utf-8")
    for folder in FOLDERS:
        (root / folder.format(slug=slug)).mkdir(parents=True, exist_ok=True)
    (root / "lessons" / "course.toml").write_text(listing, encoding="utf-8")
    stubs = write_seals(root / "exercises").stubs.written
    for path in (*targets.values(), root / "lessons" / "course.toml", *stubs):
        print(f"wrote {path.relative_to(root)}")
    print("Next: `make check` names what is still missing in them.")
    return 0


def _listed(root: Path, slug: str) -> str:
    """Return course.toml with the lesson added to its last part; the comments stay."""
    read_course(root / "lessons")
    text = (root / "lessons" / "course.toml").read_text(encoding="utf-8")
    start = text.rindex("lessons = [")
    end = text.index("]", start)
    inside = text[start:end].rstrip().removesuffix(",")
    separator = ",\n  " if "\n" in inside else ", "
    tail = ",\n]" if "\n" in inside else "]"
    return f'{text[:start]}{inside}{separator}"{slug}"{tail}{text[end + 1 :]}'
