"""`grade()`: run an exercise's grader on a source text, and return the report as plain data."""

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from turnkeeper.grading import plugin
from turnkeeper.grading.report import ExerciseReport
from turnkeeper.grading.session import KEY, SECONDS, Grading

_UNNEEDED = ("terminal", "cacheprovider", "faulthandler", "unraisableexception", "threadexception")


class _Keeper:
    """A pytest plugin that keeps what was graded, and says before each piece of the answer's work that it begins."""

    def __init__(self, begin: Callable[[], object]) -> None:
        self.begin = begin
        self.grading: Grading | None = None

    def pytest_configure(self, config: pytest.Config) -> None:
        config.option.tbstyle = "no"  # a verdict takes the place of each traceback, which is slow to draw

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self.begin()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self) -> None:
        self.begin()

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.grading = session.config.stash[KEY]


def grade(
    slug: str,
    source: str,
    *,
    folder: str | Path = "exercises",
    seconds: float = SECONDS,
    begin: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """Grade an answer with the very file that `pytest exercises/` uses.

    Args:
        slug: The exercise.
        source: The text of the answer. It is written to a folder of its own, and nothing else is changed.
        folder: Where `test_<slug>.py` and the seals are.
        seconds: The time limit of one requirement, in seconds.
        begin: Called before the answer is loaded and before it is tried, for each requirement. The time limit starts
            anew there, so whoever watches from outside can tell work from a loop that nothing inside can stop.

    Returns:
        The report as plain data; see `ExerciseReport.to_json`.

    Raises:
        FileNotFoundError: If there is no such exercise.
    """
    return graded(slug, source, folder=folder, seconds=seconds, begin=begin).to_json()


def graded(
    slug: str,
    source: str,
    *,
    folder: str | Path,
    seconds: float = SECONDS,
    begin: Callable[[], object] = lambda: None,
) -> ExerciseReport:
    """Do the same, and return the report itself."""
    grader = Path(folder).resolve() / f"test_{slug}.py"
    if not grader.is_file():
        raise FileNotFoundError(f"there is no exercise {slug!r}: {grader.name} is not in {grader.parent}")
    keeper = _Keeper(begin)
    modules = set(sys.modules)
    with tempfile.TemporaryDirectory() as answers, contextlib.redirect_stdout(io.StringIO()):
        (Path(answers) / f"{slug}.py").write_bytes(source.encode("utf-8", "surrogatepass"))
        arguments = [
            *(f"-pno:{name}" for name in _UNNEEDED),
            *("--disable-plugin-autoload", "--capture=no", "--import-mode=importlib"),
            *("-c", os.devnull, f"--rootdir={grader.parent}"),
            *(f"--answers={answers}", f"--answer-seconds={seconds}", str(grader)),
        ]
        status = pytest.main(arguments, plugins=[plugin, keeper])
    for name in set(sys.modules) - modules:
        if name.endswith(f"test_{slug}"):
            del sys.modules[name]
    if keeper.grading is None or slug not in keeper.grading.reports:
        raise RuntimeError(f"the grader of {slug!r} checked nothing (pytest ended with status {status})")
    return keeper.grading.reports[slug]
