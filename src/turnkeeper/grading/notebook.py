"""Grading in a notebook: `%load_ext turnkeeper.grading.notebook`, then `%%grade send` on top of the answer's cell."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from turnkeeper.grading.course_order import find_exercises, mend_for
from turnkeeper.grading.grade import graded
from turnkeeper.grading.scoreboard import details
from turnkeeper.grading.seal import SEALS

HINTS_OPTION = "--hints"


def load_ipython_extension(ipython: Any) -> None:
    """Register the cell magic; IPython calls this for `%load_ext`."""

    def grade(line: str, cell: str) -> None:
        """Grade the cell as the answer to an exercise: `%%grade send`, or `%%grade send --hints 1`."""
        said, passed = grade_cell(line, cell)
        print(said)
        if passed:
            ipython.run_cell(cell)  # now it can be used; before, it might never end

    ipython.register_magic_function(grade, "cell")


def grade_cell(line: str, cell: str, start: Path | None = None) -> tuple[str, bool]:
    """Grade the source of a cell, and return what there is to say about it, and whether it passed.

    Args:
        line: What stands behind `%%grade`: the exercise, and `--hints N` for the first N hints.
        cell: The answer.
        start: The folder from which to look for `exercises/`; None takes the current one.
    """
    words = line.split()
    hints = 0
    if HINTS_OPTION in words:
        place = words.index(HINTS_OPTION)
        number = words[place + 1 : place + 2]
        if not number or not number[0].isdigit():
            return f"How many hints? Write {HINTS_OPTION} 1.", False
        hints = int(number[0])
        del words[place : place + 2]
    if len(words) != 1:
        return "Which exercise? Write its name behind %%grade, such as: %%grade send", False
    folder = find_exercises(start or Path.cwd())
    if folder is None:
        return "There is no folder exercises/ here. Open the notebook in a copy of the course, or on its site.", False
    slug = words[0]
    if not (folder / f"test_{slug}.py").is_file():
        known = sorted(path.stem.removeprefix("test_") for path in folder.glob("test_*.py"))
        return f"There is no exercise {slug!r}. {mend_for(slug, known)}", False
    with tempfile.TemporaryDirectory() as copy:
        # A copy, so that pytest's compiled files do not turn up among the reader's own.
        for name in (f"test_{slug}.py", SEALS):
            shutil.copy(folder / name, copy)
        report = graded(slug, cell, folder=copy)
    more_hints = f"Stuck? Write %%grade {slug} {HINTS_OPTION} 1 for a first hint, then {HINTS_OPTION} 2."
    return "\n".join(details(report, hints=hints, more_hints=more_hints)), report.status == "passed"
