"""The bank of answers in the page's own Python: what tests/course/test_answers.py proves, proved there too."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from turnkeeper.grading import grade_all

from .conftest import Reader
from .reading import ROOT, Lesson, solution

sys.path.insert(0, str(ROOT / "tests/course"))
from bank import (
    HOSTILE,
    SLOW,
    SLUGS,
    WHOLE,
    Answer,
    answers,
    fault_of,
    graded_in_the_page,
    hostile_answer,
    made_hostile,
    name_of,
)

EXERCISES = ROOT / "exercises"
# In CPython right and wrong answers are graded at every run. Here each takes half a second and more, so a run grades
# a wrong one for each exercise, beside the solution, and `make bank` grades them all, and the stubs.
RIGHT = answers("right") if WHOLE else []
WRONG = graded_in_the_page(answers("wrong"))
MADE_HOSTILE = made_hostile(each=0)
# The worker is the site's own, spoken to as web/src/protocol.ts says.
START = """() => new Promise((resolve, reject) => {
  const worker = new Worker("assets/turnkeeper/worker.js", { type: "module" });
  const waiting = new Map();
  let count = 0;
  document.grade = (slug, source, seconds) => new Promise((answered) => {
    count += 1;
    waiting.set(count, answered);
    worker.postMessage({ type: "grade", id: count, slug, source, seconds });
  });
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.onmessage = ({ data }) => {
    if (data.type === "ready") resolve(data.how);
    else if (data.type === "unbooted") reject(new Error(data.message));
    else if (data.type === "graded") waiting.get(data.id)(data.report);
    else if (data.type === "refused" || data.type === "fatal") for (const answer of waiting.values()) answer(data);
  };
  const place = (folder) => new URL(folder, document.baseURI).href;
  worker.postMessage({ type: "boot", pyodide: place("pyodide/"), course: place("course/") });
})"""


@pytest.fixture(scope="module")
def grade(reader: Reader) -> Iterator[Callable[..., dict[str, Any]]]:
    """`grade(slug, source, seconds=5)` in a worker of its own; one for the whole bank."""
    with reader() as page:
        page.goto("")
        assert page.evaluate(START) == "snapshot"

        def in_page(slug: str, source: str, seconds: float = 5) -> dict[str, Any]:
            return page.evaluate(
                "([slug, source, seconds]) => document.grade(slug, source, seconds)", [slug, source, seconds]
            )

        yield in_page


def failing(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [requirement for requirement in report["requirements"] if requirement["status"] != "passed"]


# The name of a temporary folder, and the clock's reading: other ones each time that an answer is graded.
BY_CHANCE = re.compile(r"/tmp/tmp\w{8}|\d{8,}")


def comparable(report: dict[str, Any]) -> dict[str, Any]:
    """The report without Python's own words for an error, which are others in another version of Python."""
    for requirement in failing(report):
        requirement["message"] = BY_CHANCE.sub("…", requirement["message"])
        if requirement["kind"] == "error":
            requirement["message"] = re.sub(r"\A(\w+): .*", r"\1", requirement["message"])
    return report


@pytest.mark.parametrize("slug", SLUGS)
def test_each_answer_has_the_report_that_it_has_in_a_terminal(grade, slug: str) -> None:
    sources = {}
    if WHOLE or slug in SLOW:
        sources["stub"] = (EXERCISES / f"{slug}.py").read_text(encoding="utf-8")
    if WHOLE or slug not in SLOW:
        sources["solution"] = solution(slug)
    sources |= {name_of(answer): answer.source for answer in (*RIGHT, *WRONG) if answer.slug == slug}
    there = grade_all(slug, list(sources.values()), folder=EXERCISES)
    here = [grade(slug, source) for source in sources.values()]
    assert dict(zip(sources, map(comparable, here), strict=True)) == dict(
        zip(sources, map(comparable, json.loads(json.dumps(there))), strict=True)
    )
    assert {report["status"] for report in here} == ({"passed", "failed"} if len(sources) > 1 else {"failed"})


@pytest.mark.parametrize("answer", answers("hostile"), ids=name_of)
def test_a_hostile_answer_ends_as_a_clear_verdict(grade, answer: Answer) -> None:
    report = grade(answer.slug, answer.source, seconds=0.5)
    assert report["status"] in ("failed", "broken")
    kinds = {requirement["kind"] for requirement in failing(report)}
    assert answer.promised("Ends as") in kinds
    assert "grader" not in kinds
    assert len(str(report)) < 60_000
    assert grade(answer.slug, solution(answer.slug))["status"] == "passed"


@pytest.mark.parametrize(("slug", "form", "where"), MADE_HOSTILE)
def test_a_solution_made_hostile_ends_as_a_clear_verdict(grade, slug: str, form: str, where: str) -> None:
    hostility = HOSTILE[form]
    report = grade(slug, hostile_answer(solution(slug), hostility.code, where), seconds=hostility.seconds)
    assert fault_of(report, hostility.ends_as) == ""
    assert grade("send", solution("send"))["status"] == "passed"


def test_a_loop_that_catches_everything_ends_at_the_deadline(grade) -> None:
    loop = "while True:\n    try:\n        while True: pass\n    except BaseException:\n        pass"
    report = grade("send", loop, seconds=0.5)
    assert {requirement["kind"] for requirement in failing(report)} == {"deadline"}
    assert grade("send", solution())["status"] == "passed"


def test_an_answer_that_nothing_inside_can_stop_is_ended_by_the_page(lesson: Lesson) -> None:
    exercise = lesson.exercise
    exercise.try_out("class Conversation:\n    def __init__(self, client):\n        sum(iter(int, 1))")
    expect(exercise.status).to_contain_text("This ran longer than 5 seconds and could not be stopped gently")
    expect(exercise.failed).to_have_count(0)
    exercise.try_out(solution())
    expect(exercise.passed).to_have_count(exercise.requirements.count())
