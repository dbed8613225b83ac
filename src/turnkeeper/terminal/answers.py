"""Bringing the stub of an exercise back; the answer that stood there is kept."""

import contextlib
from datetime import datetime
from pathlib import Path

from turnkeeper.grading.course_order import Course
from turnkeeper.grading.progress import FOLDER, ProgressError, change_progress, write_whole
from turnkeeper.grading.stubs import stub_path

BACKUPS = "backups"


def reset_answer(course: Course, slug: str) -> Path | None:
    """Write the stub over the answer; of its hints none counts as shown.

    Args:
        course: The course.
        slug: The exercise.

    Returns:
        Where the answer is kept; None when there was none, or it was the stub.

    Raises:
        OSError: There is no stub, or a file cannot be written. The answer is as it was.
    """
    answer, stub = course.answer(slug), stub_path(course.exercises_folder, slug).read_bytes()
    before = answer.read_bytes() if answer.is_file() else b""
    kept = None
    if before not in (b"", stub):
        kept = _free_path(course.root / FOLDER / BACKUPS, slug, datetime.now())
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(kept, before)
    write_whole(answer, stub)
    with contextlib.suppress(ProgressError):  # whoever reads the progress next is told
        change_progress(course.root, lambda progress: progress.record(slug).hints.clear())
    return kept


def _free_path(folder: Path, slug: str, now: datetime) -> Path:
    """Return a path that is not taken: a backup is never written over."""
    name = f"{slug}-{now:%Y-%m-%d-%H%M%S}"
    number = 1
    path = folder / f"{name}.py"
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.py"
    return path
