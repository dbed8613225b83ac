"""The cells of a lesson, run one after the other as on its page, and what each of them printed.

`python tests/course/lesson_cells.py SLUG` prints them all, for authors.
"""

import json
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import jupytext

from turnkeeper.cells import run_cell

LESSONS = Path(__file__).resolve().parents[2] / "lessons"


class Ran(NamedTuple):
    """A cell that ran: its code, and its output as text: a chart is there as its table, a picture as its HTML."""

    source: str
    output: str


@cache
def cells(slug: str) -> tuple[Ran, ...]:
    """Run the lesson `slug`, and return its cells."""
    namespace: dict[str, object] = {}
    ran = []

    def text_of(kind: str, text: str) -> str:
        return json.loads(text)["text"] if kind == "chart" else text

    read = jupytext.read(LESSONS / f"{slug}.md")
    for number, cell in enumerate((cell for cell in read.cells if cell.cell_type == "code"), 1):
        pieces: list[str] = []
        result = run_cell(
            cell.source, namespace, lambda kind, text, into=pieces: into.append(text_of(kind, text)), number=number
        )
        assert result["ok"], f"lessons/{slug}.md, cell {number}: {result['error']}"
        ran.append(Ran(cell.source, "".join(pieces)))
    return tuple(ran)


def output(slug: str) -> str:
    """Return what all the cells of a lesson printed."""
    return "\n".join(cell.output for cell in cells(slug))


if __name__ == "__main__":
    for place, cell in enumerate(cells(sys.argv[1]), 1):
        print(f"--- cell {place}\n{cell.source}\n--- output\n{cell.output}\n")
