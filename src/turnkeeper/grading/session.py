"""One run of grading: the reports so far, and how code of an answer is run while it lasts."""

import contextlib
import os
import sys
import warnings
from collections.abc import Iterator
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
from turnkeeper.grading.seal import is_sealed
from turnkeeper.grading.verdict import NotMet, Verdict, verdict_on

OUTPUT_LIMIT = 2_000
"""The most of an answer's output that a requirement keeps, in characters."""
SECONDS = 5.0
"""How long one requirement may take, in seconds."""
_SECONDS_AFTER_THE_FIRST_TIME = 1.0
_SECONDS_TO_HARD_STOP = 5.0


class Grading:
    """What one run of pytest has graded so far.

    Attributes:
        reports: A report for each exercise, by its slug, in the order in which they were collected.
        texts: The text of each answer, by its file, as it was before anything was checked.
        note: What to say below the scoreboard, or "".
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.reports: dict[str, ExerciseReport] = {}
        self.note = ""
        self.guard = Guard()  # empty until the graders are loaded: other test suites have nothing to guard
        self.seconds = float(config.getoption("--answer-seconds"))
        self.out_of_time: set[str] = set()
        self.texts: dict[Path, str] = {}

    def answer_path(self, item: pytest.Item) -> Path:
        """Return the file of the answer that a test grades."""
        chosen = self.config.getoption("--answers")
        return Path(chosen or item.path.parent).resolve() / f"{slug_of(item)}.py"

    def requirement(self, item: pytest.Item) -> Requirement:
        """Return the report's entry for a test, made at its first use."""
        slug = slug_of(item)
        if slug not in self.reports:
            self.reports[slug] = ExerciseReport(
                slug, item.path, self.answer_path(item), is_sealed(item.path), len(tests_in(item.path))
            )
        report = self.reports[slug]
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
                _last_resort(self.config, path, seconds + _SECONDS_TO_HARD_STOP),
                _kept(),
                mock.patch.object(os, "_exit", _refuse_exit),
                contextlib.redirect_stdout(out),
                contextlib.redirect_stderr(out),
                deadline(seconds),
            ):
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
