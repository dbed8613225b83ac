"""`grade()`: run an exercise's grader on a source text, and return the report as plain data."""

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from turnkeeper.grading import plugin
from turnkeeper.grading.report import ExerciseReport
from turnkeeper.grading.session import KEY, SECONDS

# Parts of pytest that no grading needs; each costs time at every start, and most also at every test.
_UNNEEDED = (
    *("terminal", "cacheprovider", "faulthandler", "unraisableexception", "threadexception"),
    *("legacypath", "junitxml", "pastebin", "doctest", "stepwise", "setuponly", "setupplan"),
    *("logging", "warnings", "skipping", "unittest", "debugging", "recwarn", "subtests"),
)


class _Keeper:
    """A pytest plugin that keeps what was graded, and says before each piece of the answer's work that it begins."""

    def __init__(self, grader: Path, folders: Sequence[Path], begin: Callable[[], object]) -> None:
        self.grader = grader
        self.begin = begin
        self.folders = folders
        self.reports: list[ExerciseReport] = []
        self.stopped = False

    def pytest_configure(self, config: pytest.Config) -> None:
        config.option.tbstyle = "no"  # a verdict takes the place of each traceback, which is slow to draw

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        session.config.stash[KEY].begin = self._begin

    def _begin(self) -> None:
        if self.begin() is True:
            self.stopped = True
            raise KeyboardInterrupt

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path: Path) -> bool:
        return collection_path not in (self.grader, self.grader.parent)  # pytest would think about every neighbour

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self._begin()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self) -> None:
        self._begin()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        """Run all the tests on the first answer, as pytest does, and then again on each of the others."""
        result = yield
        grading = session.config.stash[KEY]
        self.reports += grading.reports.values()
        for folder in self.folders[1:] if session.items else ():
            grading.start_anew(folder)
            plugin.pytest_collection_finish(session)
            for item, following in zip_longest(session.items, session.items[1:]):
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            self.reports += grading.reports.values()
        return result


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
            Whoever returns True from it asks to stop.

    Returns:
        The report as plain data; see `ExerciseReport.to_json`.

    Raises:
        FileNotFoundError: If there is no such exercise.
        KeyboardInterrupt: If `begin` returned True.
    """
    return graded(slug, source, folder=folder, seconds=seconds, begin=begin).to_json()


def grade_all(
    slug: str, sources: Sequence[str], *, folder: str | Path = "exercises", seconds: float = SECONDS
) -> list[dict[str, Any]]:
    """Grade many answers to one exercise, with one start of pytest for all of them.

    The reports are those of `grade`. But the answers share the grader as it was loaded once, so what one of them does
    to its data the next one meets: take answers that are known, such as a bank of them, and never those of strangers.

    Args:
        slug: The exercise.
        sources: The texts of the answers.
        folder: Where `test_<slug>.py` and the seals are.
        seconds: The time limit of one requirement, in seconds.

    Returns:
        The reports as plain data, in the order of the answers.

    Raises:
        FileNotFoundError: If there is no such exercise.
    """
    return [report.to_json() for report in _graded(slug, sources, folder, seconds, lambda: None)]


def graded(
    slug: str,
    source: str,
    *,
    folder: str | Path,
    seconds: float = SECONDS,
    begin: Callable[[], object] = lambda: None,
) -> ExerciseReport:
    """Do what `grade` does, and return the report itself."""
    return _graded(slug, [source], folder, seconds, begin)[0]


def _graded(
    slug: str, sources: Sequence[str], folder: str | Path, seconds: float, begin: Callable[[], object]
) -> list[ExerciseReport]:
    grader = Path(folder).resolve() / f"test_{slug}.py"
    if not grader.is_file():
        raise FileNotFoundError(f"there is no exercise {slug!r}: {grader.name} is not in {grader.parent}")
    if not sources:
        return []
    modules = set(sys.modules)
    with tempfile.TemporaryDirectory() as answers, contextlib.redirect_stdout(io.StringIO()):
        folders = [Path(answers) / str(number) for number in range(len(sources))]
        for place, source in zip(folders, sources, strict=True):
            place.mkdir()
            (place / f"{slug}.py").write_bytes(source.encode("utf-8", "surrogatepass"))
        keeper = _Keeper(grader, folders, begin)
        arguments = [
            *(f"-pno:{name}" for name in _UNNEEDED),
            *("--disable-plugin-autoload", "--capture=no", "--import-mode=importlib"),
            *("-c", os.devnull, f"--rootdir={grader.parent}", f"--confcutdir={grader.parent}"),
            *(f"--answers={folders[0]}", f"--answer-seconds={seconds}", str(grader)),
        ]
        status = pytest.main(arguments, plugins=[plugin, keeper])
    for name in set(sys.modules) - modules:
        if name.endswith(f"test_{slug}"):
            del sys.modules[name]
    if keeper.stopped:
        raise KeyboardInterrupt
    if [report.exercise for report in keeper.reports] != [slug] * len(sources):
        raise RuntimeError(f"the grader of {slug!r} checked nothing (pytest ended with status {status})")
    return keeper.reports
