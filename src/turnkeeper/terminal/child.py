"""The process that grades: whatever an answer does to it, the program that asked for the verdict goes on.

It reads one line, the answers as JSON, and writes a line of JSON for each piece of work and for each report.
"""

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from turnkeeper.grading.grade import graded
from turnkeeper.grading.stubs import read_stub


def main(folder: str, slug: str = "") -> None:
    """Grade what the first line of standard input says, and end.

    Args:
        folder: Where the graders are.
        slug: An exercise whose stub is graded first, so that everything is loaded when it is needed; "" for none.
    """
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)

    def tell(**line: Any) -> None:
        out.write(f"{json.dumps(line)}\n")
        out.flush()

    if slug:
        with contextlib.suppress(Exception):  # a grader that cannot run says so when it is asked to
            graded(slug, read_stub(Path(folder), slug), folder=folder, begin=lambda: tell(began=True))
    tell(ready=True)
    line = sys.stdin.readline()
    os.dup2(nothing, 0)
    for answer in json.loads(line or "[]"):
        name = answer["slug"]
        try:
            report = graded(name, answer["source"], folder=folder, begin=lambda: tell(began=True))
        except Exception as error:
            tell(failed=f"{type(error).__name__}: {error}")
        else:
            tell(report=report.to_json())
    os._exit(0)  # at once: a thread of an answer may be left
