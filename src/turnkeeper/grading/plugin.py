"""The pytest plugin: the fixture `answer`, verdicts instead of tracebacks, and the scoreboard.

It touches only tests that ask for the fixture `answer`; any other test suite runs as if it were not there.
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from turnkeeper.grading.answer import load_answer
from turnkeeper.grading.course_order import read_course_order
from turnkeeper.grading.progress import answer_text, keep_check
from turnkeeper.grading.report import ExerciseReport
from turnkeeper.grading.score import Score
from turnkeeper.grading.scoreboard import scoreboard
from turnkeeper.grading.session import KEY, SECONDS, Grading
from turnkeeper.grading.verdict import NotMet, verdict_on


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
    grading = session.config.stash[KEY]
    graded = [item for item in session.items if is_graded(item) and isinstance(item, pytest.Function)]
    grading.texts = {path: _text_of(path) for path in {grading.answer_path(item) for item in graded}}
    if any("anthropic" in text for text in grading.texts.values()):
        import_module("anthropic.types")  # its two seconds are not an answer's time
    if graded:
        grading.guard.watch_all({item.module for item in graded})


def _text_of(answer: Path) -> str:
    try:
        return answer_text(answer)
    except OSError:
        return ""


@pytest.fixture
def answer(request: pytest.FixtureRequest) -> ModuleType:
    """The answer, loaded anew for each requirement."""
    grading = request.config.stash[KEY]
    try:
        with grading.watched(request.node):
            return load_answer(grading.answer_path(request.node))
    except NotMet as unmet:
        raise NotMet(replace(unmet.verdict, cannot_start=True)) from None


@pytest.fixture
def record_score(request: pytest.FixtureRequest) -> Callable[[Score], None]:
    """A function for a grader that measures: it puts a score into the report, and the last one counts.

    The report shows the score only when every requirement is met. It is a fixture, and no function to import, so that
    no answer calls it by accident.
    """
    return partial(setattr, request.config.stash[KEY].report(request.node), "measured")


@pytest.fixture
def begin_piece(request: pytest.FixtureRequest) -> Callable[[], None]:
    """A function for a grader whose requirement is long work: it starts the time limit anew for the next piece of it.

    All the pieces of a requirement together may take twelve time limits.
    """
    return request.config.stash[KEY].begin_piece


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
    option = item.config.option
    drawn = option.tbstyle
    if is_graded(item):
        option.tbstyle = "no"  # a traceback is slow to draw, and the verdict takes its place
    try:
        report = yield
    finally:
        option.tbstyle = drawn
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


def pytest_report_teststatus(
    report: pytest.TestReport | pytest.CollectReport,
) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
    """Say "not yet" for a requirement that is not met, and leave pytest's list of failures to other tests."""
    judged = isinstance(report, pytest.TestReport) and any(name == "turnkeeper" for name, _ in report.user_properties)
    if judged and report.failed:
        return "not yet", "-", ("NOT YET", {"yellow": True})
    return None


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a run in which every test passed, but with a grader that was changed; keep the learner's progress."""
    grading = session.config.stash[KEY]
    reports = grading.reports.values()
    if reports and not session.config.getoption("--answers"):
        grading.best, grading.note = _keep(reports, grading.texts)
    if exitstatus == pytest.ExitCode.OK and not all(report.sealed for report in reports):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _keep(reports: Iterable[ExerciseReport], texts: Mapping[Path, str]) -> tuple[dict[str, Score], str]:
    """Keep what was checked in the course's progress.

    An answer that was saved anew while it was checked is left out: the report may be on either text.

    Returns:
        The learner's best scores, by exercise, and why the progress could not be kept; "" when it was.
    """
    best: dict[str, Score] = {}
    for report in reports:
        folder, text = report.grader.parent, texts.get(report.answer)
        if report.sealed and folder.name == "exercises" and text is not None and text == _text_of(report.answer):
            try:
                kept = keep_check(read_course_order(folder.parent), text, report).record(report.exercise).best_score
            except Exception as error:  # nothing of this may ever fail a run
                return best, f"The progress is not kept: {error}"
            if kept:
                best[report.exercise] = kept
    return best, ""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the scoreboard."""
    grading = config.stash[KEY]
    if grading.reports:
        terminalreporter.section("exercises")
        course = read_course_order(next(iter(grading.reports.values())).grader.parent.parent)
        places = {slug: place for place, slug in enumerate(course.slugs)}
        reports = sorted(grading.reports.values(), key=lambda report: places.get(report.exercise, len(places)))
        options = {"hints": config.getoption("--hints"), "answers": config.getoption("--answers")}
        for line in scoreboard(reports, **options, lessons=course.lessons, best=grading.best):
            terminalreporter.write_line(line)
        if grading.note:
            terminalreporter.write_line(grading.note)
