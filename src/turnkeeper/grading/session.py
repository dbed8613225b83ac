"""One run of grading: the reports so far, and how code of an answer is run while it lasts."""

import contextlib
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from inspect import getdoc
from pathlib import Path
from typing import NoReturn
from unittest import mock

import pytest

from turnkeeper.capture import CappedStream
from turnkeeper.deadline import deadline, hard_stop
from turnkeeper.grading.grader import tests_in
from turnkeeper.grading.guard import Guard
from turnkeeper.grading.report import ExerciseReport, Requirement
from turnkeeper.grading.score import Score
from turnkeeper.grading.seal import is_sealed
from turnkeeper.grading.verdict import NotMet, Verdict, verdict_on

OUTPUT_LIMIT = 2_000
"""The most of an answer's output that a requirement keeps, in characters."""
SECONDS = 5.0
"""How long one requirement may take, in seconds."""
_SECONDS_AFTER_THE_FIRST_TIME = 1.0
_SECONDS_TO_HARD_STOP = 5.0
_MOST_PIECES = 12
"""How many time limits a requirement may take that is checked piece by piece."""


class Grading:
    """What one run of pytest has graded so far.

    Attributes:
        reports: A report for each exercise, by its slug, in the order in which they were collected.
        texts: The text of each answer, by its file, as it was before anything was checked.
        best: The learner's best scores, by exercise, where they are kept.
        note: What to say below the scoreboard, or "".
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.reports: dict[str, ExerciseReport] = {}
        self.best: dict[str, Score] = {}
        self.note = ""
        self.guard = Guard()  # empty until the graders are loaded: other test suites have nothing to guard
        self.seconds = float(config.getoption("--answer-seconds"))
        self.out_of_time: set[str] = set()
        self.texts: dict[Path, str] = {}
        self.begin: Callable[[], object] = lambda: None  # whoever watches from outside: `grade` sets it
        self._begin_piece: Callable[[], None] = lambda: None

    def begin_piece(self) -> None:
        """Start the time limit of the requirement anew, for its next piece of work.

        A requirement that plays a whole day takes longer than one call may. Its pieces together have an end, too.
        """
        self._begin_piece()

    def start_anew(self, answers: Path) -> None:
        """Forget what was graded, and go on with the answers in another folder.

        Args:
            answers: The folder.
        """
        self.config.option.answers = str(answers)
        self.reports, self.out_of_time, self.texts, self.guard = {}, set(), {}, Guard()

    def answer_path(self, item: pytest.Item) -> Path:
        """Return the file of the answer that a test grades."""
        chosen = self.config.getoption("--answers")
        return Path(chosen or item.path.parent).resolve() / f"{slug_of(item)}.py"

    def report(self, item: pytest.Item) -> ExerciseReport:
        """Return the report on the exercise that a test belongs to, made at its first use."""
        slug = slug_of(item)
        if slug not in self.reports:
            self.reports[slug] = ExerciseReport(
                slug, item.path, self.answer_path(item), is_sealed(item.path), len(tests_in(item.path))
            )
        return self.reports[slug]

    def requirement(self, item: pytest.Item) -> Requirement:
        """Return the report's entry for a test, made at its first use."""
        report = self.report(item)
        for requirement in report.requirements:
            if requirement.id == item.name:
                return requirement
        marker = item.get_closest_marker("hint")
        text = getdoc(getattr(item, "function", None)) or item.name
        requirement = Requirement(item.name, " ".join(text.split()), list(marker.args) if marker else [])
        report.requirements.append(requirement)
        return requirement

    @contextlib.contextmanager
    def watched(self, item: pytest.Item) -> Iterator[None]:
        """Run code of the answer: with a deadline, an end to its output, and the grader kept as it was.

        Raises:
            NotMet: With the verdict, for anything that the code inside raises.
        """
        path, requirement = self.answer_path(item), self.requirement(item)
        printed: list[str] = []
        out = CappedStream(printed.append, OUTPUT_LIMIT)
        # An answer that ran out of time once will again: what is left of it gets a short look only.
        seconds = min(_SECONDS_AFTER_THE_FIRST_TIME, self.seconds) if path.stem in self.out_of_time else self.seconds
        try:
            with (
                _kept(),
                mock.patch.object(os, "_exit", _refuse_exit),
                contextlib.redirect_stdout(out),
                contextlib.redirect_stderr(out),
                contextlib.ExitStack() as limits,
            ):
                self._limit(limits, path, seconds)
                yield
        except BaseException as error:
            tampered = self._tampered()  # first, since what follows needs a whole Python
            verdict = tampered or verdict_on(error, path)
            if verdict.kind == "deadline":
                self.out_of_time.add(path.stem)
            raise NotMet(verdict) from None
        finally:
            requirement.output += "".join(printed)
        if tampered := self._tampered():
            raise NotMet(tampered)

    def _limit(self, limits: contextlib.ExitStack, path: Path, seconds: float) -> None:
        """Set the time limits, and let `begin_piece` set them anew until all the pieces have had their time."""
        ends = time.monotonic() + _MOST_PIECES * seconds

        def set_limits() -> None:
            if time.monotonic() < ends:
                limits.close()
                limits.enter_context(_last_resort(self.config, path, seconds + _SECONDS_TO_HARD_STOP))
                limits.enter_context(deadline(seconds))

        def begin_piece() -> None:
            set_limits()
            self.begin()

        set_limits()
        self._begin_piece = begin_piece

    def _tampered(self) -> Verdict | None:
        if changed := self.guard.restore():
            names = ", ".join(changed[:3])
            return Verdict("tampered", f"The answer replaced {names}, which is not its own. Change only your own code.")
        return None


KEY = pytest.StashKey[Grading]()


def slug_of(item: pytest.Item) -> str:
    """Return the exercise that a test belongs to: `send` for `test_send.py`."""
    return item.path.stem.removeprefix("test_")


@contextlib.contextmanager
def _kept() -> Iterator[None]:
    """Put back what an answer may change for the whole process, so that the next one starts as this one did."""
    limit, folder = sys.getrecursionlimit(), Path.cwd()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the learner cannot mend what pytest would say here
            yield
    finally:
        sys.setrecursionlimit(limit)
        os.chdir(folder)


def _refuse_exit(status: int) -> NoReturn:
    """Stand in for `os._exit`, which would end the run with no word, and even with success."""
    raise SystemExit(status)


def _last_resort(config: pytest.Config, path: Path, seconds: float) -> contextlib.AbstractContextManager[None]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return contextlib.nullcontext()

    def say() -> None:
        if capture := config.pluginmanager.get_plugin("capturemanager"):
            capture.suspend_global_capture()
        reporter.write_line(f"\n{path.name} kept running and could not be stopped, so the whole run ends here.")
        reporter.write_line("Look for a loop that never ends, or one that catches every exception.")
        reporter.flush()

    return hard_stop(seconds, say)
