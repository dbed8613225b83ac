"""Checking in a process of its own: what an answer does to that process is a verdict, and no more."""

import asyncio

import pytest
from three_exercises import make_course, right

from turnkeeper.grading.stopped import stopped
from turnkeeper.terminal.checker import Answer, Checker


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path)


def check(course, *sources, slug="one", silence=60.0, prepare=False):
    """Check answers, one after the other; return what was said of each."""

    async def run():
        checker = Checker(course, silence=silence)
        reports = []
        if prepare:
            await checker.prepare(slug)
            await checker.prepare(slug)
        try:
            await checker.check([Answer(slug, source) for source in sources], lambda _, report: reports.append(report))
        finally:
            await checker.close()
        return reports

    return asyncio.run(run())


def test_whatever_an_answer_does_the_next_one_is_checked(course):
    closes = "import os, time\nos.closerange(0, 100)\ntime.sleep(3)\n"
    ends = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"
    raises = "def one():\n    raise ValueError('\udcff')\n"
    reports = check(course, ends, right("one"), closes, raises, prepare=True)
    assert [report.status for report in reports] == ["broken", "passed", "broken", "broken"]
    assert "ended Python itself (by SIGKILL), so that nothing could be checked." in reports[0].problem.message
    assert [requirement.text for requirement in reports[0].requirements] == ["It is 1.", "It is a whole number."]
    assert "ended Python itself" in reports[2].problem.message
    assert "not a text file in UTF-8" in reports[3].problem.message


def test_the_status_with_which_it_ended_is_named(course):
    (report,) = check(course, "import os\nos.closerange(3, 100)\n")
    assert "ended Python itself (exit status " in report.problem.message


def test_what_does_not_end_is_ended(course):
    sleeps = "import ctypes\nctypes.PyDLL(None).sleep(60)\n"  # holds the interpreter: no alarm gets through
    (report,) = check(course, sleeps, silence=0.5)
    assert "could not be stopped from inside" in report.problem.message


def test_a_grader_that_cannot_run_is_named(course):
    course.grader("one").write_text("def test_it(answer:\n")
    (report,) = check(course, right("one"), prepare=True)
    assert report.problem.message.startswith("The grader itself failed, which is not your fault: ")
    assert stopped(course, "one", "So it is.").total == 1


def test_it_may_be_stopped_in_the_middle(course):
    async def run():
        checker = Checker(course)
        loops = Answer("one", "while True: pass\n")
        await checker.prepare("one")
        process = checker._ready
        task = asyncio.create_task(checker.check([loops], lambda *_: told.append(True)))
        await asyncio.sleep(0.2)
        task.cancel()
        (ended,) = await asyncio.gather(task, return_exceptions=True)
        assert isinstance(ended, asyncio.CancelledError)
        assert process.returncode is not None  # nothing of it is left
        await checker.close()

    told = []
    asyncio.run(run())
    assert told == []
