"""Finding the submissions in a folder, in the two layouts that learning platforms export.

- A folder for each student: `<student>/<slug>.py`, or `<student>/exercises/<slug>.py`, or either of them inside one
  more folder. So do Moodle and `gh classroom clone student-repos`.
- Files side by side: `<student>_<slug>.py`. So does Canvas, which puts two numbers between, and `-1` behind when a file
  was handed in again.

Whatever else is there is named. Left out in silence are only `.git`, `.github`, `__pycache__` and what desktops leave.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from turnkeeper.grading.course_order import Course
from turnkeeper.grading.progress import answer_text

LARGEST = 1 << 20
"""The largest file that is taken for an answer, in bytes."""
_LEFT_BEHIND = {
    ".git",
    ".github",
    "__pycache__",
    "__MACOSX",
    ".DS_Store",
    ".ipynb_checkpoints",
    "Thumbs.db",
    "desktop.ini",
}
_CANVAS = re.compile(r"(?P<student>.+?)(?:_LATE)?_(?P<user>\d+)_\d+")
_AGAIN = re.compile(r"-\d+$")


@dataclass(slots=True)
class Submission:
    """What one student handed in.

    Attributes:
        student: The name that the folder or the file has.
        answers: The text of each answer, by the exercise's slug, in the order of the course.
        notes: What was found and not graded, and why.
    """

    student: str
    answers: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Found:
    """All that a folder holds.

    Attributes:
        submissions: The submissions, by the students' names.
        notes: What belongs to no student, and why.
    """

    submissions: list[Submission]
    notes: list[str]


def find_submissions(folder: Path, course: Course, slugs: Sequence[str]) -> Found:
    """Find the submissions in a folder.

    Args:
        folder: The folder.
        course: Where the graders are.
        slugs: The exercises that are graded.

    Returns:
        The submissions and what is none. Links are not followed: they may lead to what others handed in.

    Raises:
        OSError: If the folder cannot be read.
    """
    found: dict[str, Submission] = {}
    notes: list[str] = []
    for path in _inside(folder):
        if path.is_symlink():
            notes.append(f"{path.name} is a link, and is not followed.")
        elif path.is_dir():
            _take_folder(path, found.setdefault(path.name, Submission(path.name)), course, slugs)
        elif not path.is_file():
            notes.append(f"{path.name} is no file or folder that can be read.")
        else:
            _take_file(path, found, notes, course, slugs)
    for submission in found.values():
        in_order = {slug: submission.answers[slug] for slug in slugs if slug in submission.answers}
        submission.answers = in_order
    return Found(sorted(found.values(), key=lambda submission: submission.student), notes)


def read_submission(folder: Path, course: Course, slugs: Sequence[str]) -> Submission:
    """Read the one submission that a folder is.

    Args:
        folder: The folder of a student.
        course: Where the graders are.
        slugs: The exercises that are graded.
    """
    submission = Submission(folder.resolve().name)
    _take_folder(folder, submission, course, slugs)
    submission.answers = {slug: submission.answers[slug] for slug in slugs if slug in submission.answers}
    return submission


def _take_folder(folder: Path, submission: Submission, course: Course, slugs: Sequence[str]) -> None:
    try:
        inside = list(_inside(folder))
    except OSError as error:
        submission.notes.append(f"The folder cannot be read: {error.strerror}.")
        return
    inner = [path for path in inside if path.is_dir() and not path.is_symlink() and path.name != "exercises"]
    wrapped = [inner[0], inner[0] / "exercises"] if len(inner) == 1 else []
    places = [folder, folder / "exercises", *wrapped]
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        slug = path.stem if path.suffix == ".py" else ""
        if path.is_symlink():
            submission.notes.append(f"{name} is a link, and is not followed.")
        elif not path.is_file():
            submission.notes.append(f"{name} is no file or folder that can be read.")
        elif path.name.startswith("test_") and slug.removeprefix("test_") in course.slugs:
            submission.notes += _grader_note(path, name, course)
        elif slug not in course.slugs:
            submission.notes.append(f"{name} is no exercise's file.")
        elif path.parent not in places:
            submission.notes.append(f"{name} is not where answers are looked for.")
        elif slug not in slugs:
            submission.notes.append(f"{name} was not asked for.")
        else:
            _take(path, name, slug, submission)


def _take_file(
    path: Path, found: dict[str, Submission], notes: list[str], course: Course, slugs: Sequence[str]
) -> None:
    stem = _AGAIN.sub("", path.stem)
    slug = max((slug for slug in course.slugs if stem.endswith(f"_{slug}")), key=len, default="")
    student = stem.removesuffix(f"_{slug}")
    if path.suffix != ".py" or not slug or not student:
        archive = " Unpack it first." if path.suffix in (".zip", ".tar", ".gz", ".7z", ".rar") else ""
        notes.append(f"{path.name} is nobody's answer: it is not named <student>_<exercise>.py.{archive}")
        return
    if canvas := _CANVAS.fullmatch(student):
        student = f"{canvas['student']}_{canvas['user']}"
    submission = found.setdefault(student, Submission(student))
    if slug not in slugs:
        submission.notes.append(f"{path.name} was not asked for.")
    else:
        _take(path, path.name, slug, submission)


def _take(path: Path, name: str, slug: str, submission: Submission) -> None:
    try:
        if slug in submission.answers:
            submission.notes.append(f"{name} is a second answer to {slug}, and is not graded.")
        elif path.stat().st_size > LARGEST:
            submission.notes.append(f"{name} is larger than {LARGEST >> 20} MiB, and is not graded.")
        else:
            submission.answers[slug] = answer_text(path)
    except OSError as error:
        submission.notes.append(f"{name} cannot be read: {error.strerror}.")


def _grader_note(path: Path, name: str, course: Course) -> list[str]:
    own = course.exercises_folder / path.name
    try:
        same = path.stat().st_size <= LARGEST and path.read_bytes().split() == own.read_bytes().split()
    except OSError as error:
        return [f"{name} cannot be read: {error.strerror}."]
    return [] if same else [f"{name} is a grader that is not as the course made it. It is not used."]


def _inside(folder: Path) -> Iterator[Path]:
    yield from (path for path in sorted(folder.iterdir()) if not _is_left_behind(path.name))


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, those nearest to it first."""
    closed: list[Path] = []
    for at, folders, files in os.walk(folder, onerror=lambda error: closed.append(Path(error.filename))):
        folders[:] = sorted(name for name in folders if not _is_left_behind(name))
        links = [name for name in folders if Path(at, name).is_symlink()]
        yield from (Path(at, name) for name in sorted([*files, *links]) if not _is_left_behind(name))
    yield from closed  # folders that cannot be read


def _is_left_behind(name: str) -> bool:
    return name in _LEFT_BEHIND or name.startswith("._")  # so macOS names what another file system cannot keep
