"""The bank of answers in the page's own Python: what tests/course/test_answers.py proves, proved there too."""

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Reader
from .reading import ROOT, Lesson, solution

sys.path.insert(0, str(ROOT / "tests/course"))
from bank import HOSTILE, SLUGS, WHERE, Answer, answers, fault_of, hostile_answer, name_of, one_for_each_requirement

EXERCISES = ROOT / "exercises"
# In CPython all wrong answers are graded at every run. Here each takes half a second, so each requirement is seen to
# fail once, and `make bank` grades them all.
WRONG = answers("wrong") if os.environ.get("WHOLE_BANK") else one_for_each_requirement(answers("wrong"))
# Every form for every exercise is graded in tests/course. What differs here is how Python is stopped, which is the
# same for all graders: so each form once, each exercise once.
FORMS = [(form, where) for form in HOSTILE for where in WHERE]
MADE_HOSTILE = [
    (SLUGS[number % len(SLUGS)], *FORMS[number % len(FORMS)]) for number in range(max(len(SLUGS), len(FORMS)))
]
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


@pytest.mark.parametrize("slug", SLUGS)
def test_the_stub_fails_every_requirement_for_being_unwritten(grade, slug: str) -> None:
    report = grade(slug, (EXERCISES / f"{slug}.py").read_text(encoding="utf-8"))
    assert (report["status"], report["sealed"]) == ("failed", True)
    assert len(failing(report)) == report["total"] >= 4
    assert {requirement["kind"] for requirement in report["requirements"]} == {"unwritten"}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_solution_passes(grade, slug: str) -> None:
    report = grade(slug, solution(slug))
    assert failing(report) == []
    assert report["status"] == "passed"


@pytest.mark.parametrize("answer", answers("right"), ids=name_of)
def test_a_right_answer_passes(grade, answer: Answer) -> None:
    report = grade(answer.slug, answer.source)
    assert failing(report) == []
    assert report["status"] == "passed"


@pytest.mark.parametrize("answer", WRONG, ids=name_of)
def test_a_wrong_answer_fails_exactly_what_it_names(grade, answer: Answer) -> None:
    (requirement,) = failing(grade(answer.slug, answer.source))
    assert requirement["id"] == answer.promised("Fails")
    assert requirement["kind"] in ("assertion", "error")
    assert requirement["message"]


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
    assert grade(slug, solution(slug))["status"] == "passed"


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
