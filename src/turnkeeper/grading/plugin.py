"""The pytest plugin: the fixture `answer`, verdicts instead of tracebacks, and the scoreboard.

It touches only tests that ask for the fixture `answer`; any other test suite runs as if it were not there.
"""

import contextlib
import os
import sys
import warnings
from collections.abc import Generator, Iterator
from dataclasses import replace
from inspect import getdoc
from pathlib import Path
from types import ModuleType
from typing import NoReturn
from unittest import mock

import pytest

from turnkeeper.capture import CappedStream
from turnkeeper.deadline import deadline, hard_stop
from turnkeeper.grading.answer import load_answer
from turnkeeper.grading.grader import tests_in
from turnkeeper.grading.guard import Guard
from turnkeeper.grading.report import ExerciseReport, Requirement
from turnkeeper.grading.scoreboard import scoreboard
from turnkeeper.grading.seal import is_sealed
from turnkeeper.grading.verdict import NotMet, Verdict, verdict_on

OUTPUT_LIMIT = 2_000
SECONDS = 5.0


class Grading:
    """What one run of pytest has graded so far.

    Attributes:
        reports: A report for each exercise, by its slug, in the order in which they were collected.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.reports: dict[str, ExerciseReport] = {}
        self.guard = Guard()  # empty until the graders are loaded: other test suites have nothing to guard
        self.seconds = float(config.getoption("--answer-seconds"))
        self.out_of_time: set[str] = set()

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
        seconds = min(1.0, self.seconds) if path.stem in self.out_of_time else self.seconds
        try:
            with (
                _last_resort(self.config, path, seconds + 5),
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


def is_graded(item: pytest.Item) -> bool:
    """Return whether a test grades an answer."""
    fixtures = getattr(item, "_fixtureinfo", None)
    named = (fixtures.name2fixturedefs.get("answer") if fixtures else None) or [None]
    nearest = named[-1]
    return nearest is not None and nearest.func.__module__ == __name__


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the grader."""
    group = parser.getgroup("turnkeeper")
    group.addoption("--answers", metavar="FOLDER", help="grade the answers in this folder, such as solutions")
    group.addoption("--hints", type=int, default=0, metavar="N", help="show the first N hints of what has not passed")
    group.addoption("--answer-seconds", type=float, default=SECONDS, metavar="S", help="time limit of one requirement")


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, and remember what grading relies on before any answer runs."""
    config.addinivalue_line("markers", "hint(*texts): hints for a requirement, from a nudge to the line of thought")
    config.stash[KEY] = Grading(config)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Remember what grading relies on, now that the graders are loaded and no answer is."""
    modules = {item.module for item in session.items if is_graded(item) and isinstance(item, pytest.Function)}
    if modules:
        session.config.stash[KEY].guard.watch_all(modules)


@pytest.fixture
def answer(request: pytest.FixtureRequest) -> ModuleType:
    """The answer, loaded anew for each requirement."""
    grading = request.config.stash[KEY]
    try:
        with grading.watched(request.node):
            return load_answer(grading.answer_path(request.node))
    except NotMet as unmet:
        raise NotMet(replace(unmet.verdict, cannot_start=True)) from None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Run a requirement's test, and turn whatever it raises into a verdict."""
    if not is_graded(item):
        return (yield)
    with item.config.stash[KEY].watched(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep the verdict, and show it in place of a traceback."""
    report = yield
    if is_graded(item) and call.excinfo:
        error = call.excinfo.value
        verdict = verdict_on(error, item.config.stash[KEY].answer_path(item))
        item.config.stash[KEY].requirement(item).verdict = verdict
        report.outcome = "failed"
        report.longrepr = verdict.message
        report.user_properties.append(("turnkeeper", verdict.kind))
    elif is_graded(item):
        item.config.stash[KEY].requirement(item)
    return report


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
    """Say "not yet" for a requirement that is not met, and leave pytest's list of failures to other tests."""
    if report.failed and any(name == "turnkeeper" for name, _ in report.user_properties):
        return "not yet", "-", ("NOT YET", {"yellow": True})
    return None


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a run in which every test passed, but with a grader that was changed."""
    reports = session.config.stash[KEY].reports.values()
    if exitstatus == pytest.ExitCode.OK and not all(report.sealed for report in reports):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the scoreboard."""
    grading = config.stash[KEY]
    if grading.reports:
        terminalreporter.section("exercises")
        reports = list(grading.reports.values())
        answers = config.getoption("--answers")
        for line in scoreboard(reports, hints=config.getoption("--hints"), answers=answers):
            terminalreporter.write_line(line)


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
