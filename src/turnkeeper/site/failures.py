"""Say which cell of a lesson failed at build time, where it is, and how to mend it."""

import re
from itertools import pairwise

from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from turnkeeper.grading.lesson_text import Fence, find_fences
from turnkeeper.site.course import Lesson

CellFailure = (CellExecutionError, CellTimeoutError, DeadKernelError)

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_SECONDS = re.compile(r"after (\d+) seconds")
_TRACEBACK_LINES = 40


def explain(lesson: Lesson, error: Exception) -> str:
    """Put what nbclient reports of a lesson's cell into a sentence with its place and its mend.

    Args:
        lesson: The lesson.
        error: One of `CellFailure`.

    Returns:
        The sentence; after a Python error, also the end of the traceback.
    """
    report = plain(str(error))
    number, fence = _cell(lesson, report)
    place = f"{lesson.src_uri}:{fence.start}" if fence else lesson.src_uri
    cell = f"cell {number}" if fence else "a cell"
    if isinstance(error, DeadKernelError):
        return f"{place}: the kernel died while it ran the cells: {report}. Does one of them end Python?"
    if isinstance(error, CellTimeoutError):
        seconds = _SECONDS.search(report)
        return (
            f"{place}: {cell} does not end; it was stopped after {seconds[1] if seconds else 'some'} seconds. "
            "Mend the cell: a lesson's reader would wait as long."
        )
    line = re.search(rf"Cell In\[{number}\], line (\d+)", report)
    if fence and line:
        place = f"{lesson.src_uri}:{fence.start + int(line[1])}"
    lines = [line for line in report.splitlines() if line.strip()]
    causes = "".join(
        f", after {before}" for before, line in pairwise(lines) if line.startswith(("The above exc", "During handling"))
    )
    return (
        f"{place}: {cell} fails with {lines[-1]}{causes}\n"
        'Mend the cell; if it is meant to fail, open its fence with ```python tags=["raises-exception"].\n\n'
        + "\n".join(f"    {line}" for line in lines[-_TRACEBACK_LINES:])
    )


def plain(text: str) -> str:
    """Text without its ANSI colours.

    Args:
        text: What a terminal would show in colour.
    """
    return _ANSI.sub("", text)


def _cell(lesson: Lesson, report: str) -> tuple[int, Fence | None]:
    """The cell that a report quotes: its number, counted from 1, and its fence."""
    text = lesson.path.read_text(encoding="utf-8")
    fences = [fence for fence in find_fences(text) if fence.language == "python" and not fence.indent]
    for number, fence in enumerate(fences, 1):
        source = fence.body.strip()
        lines = source.split("\n")
        # nbclient quotes a cell of more than ten lines that does not end as two lists.
        if f"---\n{source}\n---" in report or f"---\n{lines[:5]}\n...\n{lines[-5:]}\n---" in report:
            return number, fence
    return 0, None
