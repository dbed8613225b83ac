"""A learner's progress, in `.turnkeeper/progress.json` beside `exercises/`.

Several programs write it (`turnkeeper watch`, `turnkeeper hint`, `pytest exercises/`), so a change is always made to
what the file says at that moment, and the file is replaced in one step.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from turnkeeper.grading.course_order import Course
from turnkeeper.grading.report import ExerciseReport
from turnkeeper.grading.score import Score
from turnkeeper.grading.stubs import is_stub

VERSION = 2
"""Since version 2 there is a best score; a file of version 1 has none, and is read as well."""
FOLDER = ".turnkeeper"

Best = dict[Literal["recall", "cost"], float]
State = Literal["new", "open", "changed", "passed"]


class ProgressError(Exception):
    """The progress cannot be read or kept; the message says why, and the mend."""


@dataclass
class Record:
    """What is known of one exercise.

    Attributes:
        passed: When it passed first, in UTC (ISO 8601), or None.
        tries: How many different texts were checked, apart from the stub.
        checked: The SHA-256 of the text that was checked last, or None.
        met: How many requirements that text meets.
        total: How many requirements there are.
        status: The verdict on that text: "passed", "failed" or "broken"; None when nothing was checked.
        hints: How many hints were shown, by the requirement's id.
        best: The best score of a text that passed, or None.
    """

    passed: str | None = None
    tries: int = 0
    checked: str | None = None
    met: int = 0
    total: int = 0
    status: str | None = None
    hints: dict[str, int] = field(default_factory=dict)
    best: Best | None = None

    @property
    def best_score(self) -> Score | None:
        """The best score, without baselines; None when there is none."""
        return Score(self.best["recall"], self.best["cost"]) if self.best else None


@dataclass
class Progress:
    """The whole file.

    Attributes:
        current: The exercise that `turnkeeper watch` shows, or None.
        exercises: A record for each exercise that was ever checked.
    """

    current: str | None = None
    exercises: dict[str, Record] = field(default_factory=dict)

    def record(self, slug: str) -> Record:
        """Return the record of an exercise, an empty one if there is none."""
        return self.exercises.get(slug) or Record()


def progress_path(root: Path) -> Path:
    """Return where a course keeps the progress."""
    return root / FOLDER / "progress.json"


def read_progress(root: Path) -> Progress:
    """Read the progress; where there is none yet, it is empty.

    Raises:
        ProgressError: The file cannot be read, or a newer Turnkeeper wrote it.
    """
    path = progress_path(root)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        version = data["version"]
        if version in (1, VERSION):
            records = {slug: _record(entry) for slug, entry in data["exercises"].items()}
            return Progress(_text(data["current"]), records)
    except FileNotFoundError:
        return Progress()
    except OSError as error:
        raise ProgressError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProgressError(f"{path} is not as Turnkeeper writes it. Rename it to begin anew.") from error
    raise ProgressError(
        f"{path} has version {version}, and this Turnkeeper knows version {VERSION}. Update, or rename it."
    )


def _record(entry: dict[str, Any]) -> Record:
    record = Record(**entry)
    for value, kind in (
        (record.tries, int), (record.met, int), (record.total, int), (record.hints, dict),
        (record.passed or "", str), (record.checked or "", str), (record.status or "", str),
        *((number, int) for number in record.hints.values()), (record.best or {}, dict),
    ):  # fmt: skip
        if not isinstance(value, kind):
            raise TypeError(f"{value!r} is no {kind.__name__}")
    _ = record.best_score  # what is no score is refused there
    return record


def _text(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def change_progress(root: Path, change: Callable[[Progress], object]) -> Progress:
    """Read the progress, change it, and replace the file with the result.

    Args:
        root: The course's root.
        change: Is given the progress, and changes it.

    Raises:
        ProgressError: The file cannot be read, is newer than this Turnkeeper, or cannot be written. It stays as it was.
    """
    progress = read_progress(root)
    change(progress)
    path = progress_path(root)
    text = json.dumps({"version": VERSION, **asdict(progress)}, indent=1) + "\n"
    try:
        path.parent.mkdir(exist_ok=True)
        write_whole(path, text.encode())
    except OSError as error:
        raise ProgressError(f"{path} cannot be written: {error.strerror}.") from error
    return progress


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file in one step, so that nobody ever reads half of it.

    Raises:
        OSError: It cannot be written; then it is as it was.
    """
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
        mode = path.stat().st_mode if path.exists() else 0o666 & ~_umask()
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def keep_check(course: Course, text: str, report: ExerciseReport) -> Progress:
    """Keep what a check said.

    Args:
        course: The course.
        text: The answer that was checked.
        report: The report on it. Of one that checked a part of the requirements only, nothing is kept.

    Raises:
        ProgressError: See `change_progress`.
    """
    slug = report.exercise

    def change(progress: Progress) -> None:
        record = progress.exercises.setdefault(slug, Record())
        if text_hash(text) != record.checked and not is_stub(course.exercises_folder, slug, text):
            record.tries += 1
        record.checked, record.status = text_hash(text), report.status
        record.met, record.total = report.passed, report.total
        if report.score and (record.best_score is None or report.score.beats(record.best_score)):
            record.best = {"recall": report.score.recall, "cost": report.score.cost}
        if report.status == "passed" and not record.passed:
            record.passed = datetime.now(UTC).isoformat(timespec="seconds")

    if len(report.requirements) < report.total:
        return read_progress(course.root)
    return change_progress(course.root, change)


def text_hash(text: str) -> str:
    """Return the SHA-256 of an answer, by which a changed one is told."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def answer_text(path: Path) -> str:
    """Return the text of an answer as it is, "" when there is none. What is not UTF-8 is kept, and refused later."""
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""


def state_of(course: Course, slug: str, progress: Progress) -> State:
    """Return how far an exercise is.

    Returns:
        "new": the stub is untouched; "passed": it passed when it was last checked, and the answer is there still;
        "changed": it was changed since the last check; "open": it was checked, and does not pass.
    """
    text, record = answer_text(course.answer(slug)), progress.record(slug)
    if not text.strip() or is_stub(course.exercises_folder, slug, text):
        return "new"
    if record.checked != text_hash(text):
        return "changed"
    return "passed" if record.status == "passed" else "open"


def next_exercise(course: Course, progress: Progress, after: str | None = None) -> str | None:
    """Return the first exercise that has not passed: behind another one and then from the start, or of all.

    Returns:
        Its slug, or None when all have passed.
    """
    slugs = course.slugs
    start = slugs.index(after) + 1 if after in slugs else 0
    ordered = (*slugs[start:], *slugs[:start])
    return next((slug for slug in ordered if state_of(course, slug, progress) != "passed"), None)
