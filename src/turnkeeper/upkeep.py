"""The page's Python kept whole: whatever a cell does to Python itself, the next cell and the next check work.

A reader's page has one Python for all its cells and checks, so a `print` that was replaced, a `sys.path` that was
emptied or a folder that is gone would go on to what comes next. What cannot be put back from inside, the page mends by
starting Python again.
"""

import builtins
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from turnkeeper import capture, cells, deadline, plain_words
from turnkeeper.cells import Emit, run_cell
from turnkeeper.grading import grade
from turnkeeper.grading.guard import Guard

_NAMED = 3


class _Kept:
    """What the page's Python is like before any reader's code has run."""

    def __init__(self) -> None:
        own = (builtins, capture, cells, deadline, plain_words)
        self._own = [
            (vars(module), {name: value for name, value in vars(module).items() if callable(value)}) for module in own
        ]
        self._modules = {name: module for name, module in sys.modules.items() if name != "__main__"}
        lists: tuple[list[Any], ...] = (sys.path, sys.meta_path, sys.path_hooks)
        self._lists = [(found, list(found)) for found in lists]
        self._folders = [Path(tempfile.gettempdir()), Path.home()]
        self._recursion = sys.getrecursionlimit()
        self._all = Guard()
        self._all.watch_all(())

    def put_back(self) -> list[str]:
        """Put back what every cell needs, and return the names of Python's own functions that were changed."""
        # The built-ins come first, and need none of them.
        changed = [name for now, before in self._own for name in _put_back(now, before)]
        sys.settrace(None)
        sys.setprofile(None)
        sys.setrecursionlimit(self._recursion)
        for name, module in self._modules.items():
            if sys.modules.get(name) is None:
                sys.modules[name] = module
        for now, before in self._lists:
            now += [entry for entry in before if entry not in now]
        for folder in self._folders:
            folder.mkdir(parents=True, exist_ok=True)
        try:
            Path.cwd()
        except OSError:
            os.chdir(self._folders[-1])
        return changed

    def put_all_back(self) -> None:
        """Put back what a check needs besides: the engine, pytest and the SDK as they were imported."""
        self.put_back()
        sys.modules.update(self._modules)
        self._all.restore()


def _put_back(now: dict[str, Any], before: dict[str, Any]) -> list[str]:
    changed = [name for name, value in before.items() if now.get(name) is not value]
    now.update(before)
    return changed


_kept = _Kept()


def run(source: str, namespace: dict[str, Any], emit: Emit, *, number: int, seconds: float) -> dict[str, Any]:
    """Run a cell as `run_cell` does, then put back what it changed of Python itself and say so in a note."""
    deadline.hear_interrupts()
    broken = None
    try:
        result = run_cell(source, namespace, emit, number=number, seconds=seconds)
    except Exception as error:  # its own parts were missing at the end of the cell
        broken = error
    changed = _kept.put_back()
    if broken:
        result = {"ok": False, "error": plain_words.explain(broken, number)}
    if changed:
        more = len(changed) - _NAMED
        names = ", ".join(changed[:_NAMED]) + (f" and {more} more" if more > 0 else "")
        note = f"This cell changed what belongs to Python itself: {names}. It is as before again."
        result.setdefault("notes", []).append(note)
    return result


def check(slug: str, source: str, *, folder: str, seconds: float, begin: Callable[[], object]) -> dict[str, Any]:
    """Check an answer as `grade` does, in a Python as it was before any cell ran.

    Raises:
        KeyboardInterrupt: `begin` returned True: the reader has asked to stop.
    """
    _kept.put_all_back()
    deadline.hear_interrupts()
    return grade(slug, source, folder=folder, seconds=seconds, begin=begin)
