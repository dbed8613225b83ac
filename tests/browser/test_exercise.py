"""The exercise: from the stub over mistakes to the solution, and remembered."""

import ast
import re

import pytest
from playwright.sync_api import expect

from .reading import ROOT, Exercise, Lesson, solution

WRONG = (ROOT / "tests/answers/send/wrong/leaves_the_question_behind.py").read_text(encoding="utf-8")
FAILS = ast.get_docstring(ast.parse(WRONG)).splitlines()[0].removeprefix("Fails: ")


@pytest.fixture
def exercise(running: Lesson) -> Exercise:
    return running.exercise


def test_the_stub_meets_no_requirement_yet(exercise: Exercise) -> None:
    exercise.run()
    total = exercise.requirements.count()
    assert total >= 5
    expect(exercise.status).to_have_text(f"Not written yet: 0 of {total} requirements pass.")
    expect(exercise.failed).to_have_count(total)
    expect(exercise.root.locator(".tk-verdict")).to_have_text([re.compile("not yet")] * total)
    expect(exercise.badge).to_be_hidden()


def test_a_wrong_answer_fails_its_requirement_and_hints_come_one_by_one(exercise: Exercise) -> None:
    exercise.try_out(WRONG)
    total = exercise.requirements.count()
    expect(exercise.status).to_have_text(f"{total - 1} of {total} requirements pass.")
    expect(exercise.failed).to_have_count(1)
    expect(exercise.failed).to_have_attribute("data-requirement", FAILS)
    message = exercise.failed.locator(".tk-message")
    expect(message).to_contain_text("while the API answers with status 400")
    expect(message).to_contain_text("the history as it was before, and no more")
    hints = exercise.failed.locator(".tk-hints li")
    expect(hints).to_have_count(0)
    exercise.failed.get_by_role("button", name="Show a hint").click()
    expect(hints).to_have_text([re.compile(r"^Hint 1: \S+")])
    exercise.failed.get_by_role("button", name="Show another hint (2 of 2)").click()
    expect(hints).to_have_text([re.compile("^Hint 1: "), re.compile("^Hint 2: ")])
    expect(exercise.failed.get_by_role("button", name=re.compile("hint"))).to_have_count(0)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (
            WRONG.replace("class Conversation:", "class Conversation"),
            r"Python cannot read the answer: .+ \(line \d+\)\.",
        ),
        (
            WRONG.replace("class Conversation:", "class Chat:"),
            "There is no 'Conversation' in send.py. Its name must stay",
        ),
    ],
    ids=["a syntax error", "a missing class"],
)
def test_an_answer_that_cannot_be_checked_is_one_sentence(exercise: Exercise, answer: str, sentence: str) -> None:
    exercise.try_out(answer)
    expect(exercise.status).to_have_text("Nothing was checked yet: the answer could not be loaded.")
    expect(exercise.problem).to_have_text(re.compile(sentence))
    expect(exercise.problem.locator("p")).to_have_count(1)
    expect(exercise.root.locator(".tk-line-error")).to_have_count(1 if "line" in sentence else 0)
    expect(exercise.failed).to_have_count(0)
    expect(exercise.passed).to_have_count(0)


def test_a_missing_method_is_named(exercise: Exercise) -> None:
    exercise.try_out(WRONG.replace("def send(", "def say("))
    expect(exercise.passed).to_have_count(0)
    expect(exercise.failed.first.locator(".tk-message")).to_contain_text("has no attribute 'send'")


def test_the_solution_passes_and_is_remembered(exercise: Exercise) -> None:
    exercise.try_out(solution())
    total = exercise.requirements.count()
    expect(exercise.status).to_have_text(f"All {total} requirements pass. This exercise is done.")
    expect(exercise.passed).to_have_count(total)
    expect(exercise.badge).to_have_text(re.compile(r"Passed on \d+ \w+ \d{4}"))
    exercise.page.reload()
    expect(exercise.badge).to_have_text(re.compile(r"Passed on \d+ \w+ \d{4}"))
    expect(exercise.editor).to_contain_text("self.messages += [asked")
    expect(exercise.root.locator("[data-status]")).to_have_count(0)
