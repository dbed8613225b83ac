"""Quizzes and predictions, by keyboard alone."""

import pytest
from playwright.sync_api import Locator, Page, expect

from .reading import LESSON, Lesson


@pytest.fixture
def quiz(page: Page) -> Locator:
    """The first quiz, for a reader who came to its heading and has touched nothing yet."""
    page.goto(f"{LESSON}#check-yourself")
    quiz = page.locator("#quiz-1")
    expect(quiz.get_by_role("button", name="Check")).to_be_visible()
    return quiz


def tab_to(page: Page, target: Locator) -> None:
    for _ in range(12):
        page.keyboard.press("Tab")
        if target.evaluate("it => it === document.activeElement"):
            return
    pytest.fail(f"Tab does not reach {target}")


def test_a_quiz_is_answered_by_keyboard_and_remembered(quiz: Locator) -> None:
    page, says = quiz.page, quiz.get_by_role("status")
    choices = quiz.get_by_role("radio")
    tab_to(page, choices.nth(0))
    page.keyboard.press("Space")
    tab_to(page, quiz.get_by_role("button", name="Check"))
    page.keyboard.press("Enter")
    expect(says).to_contain_text("Not this one. The client holds no messages.")
    expect(says).to_contain_text("You can choose again.")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")
    expect(choices.nth(1)).to_be_focused()
    expect(choices.nth(1)).to_be_checked()
    expect(says).to_be_empty()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(says).to_contain_text("Right. A conversation is a list, so two lists are two conversations.")
    page.reload()
    expect(choices.nth(1)).to_be_checked()
    expect(says).to_contain_text("Right. A conversation is a list")


def test_a_quiz_without_a_choice_asks_for_one(quiz: Locator) -> None:
    quiz.get_by_role("button", name="Check").press("Enter")
    expect(quiz.get_by_role("status")).to_have_text("Choose an answer first.")


def test_a_prediction_comes_before_the_output(lesson: Lesson) -> None:
    question, cell = lesson.page.locator("#predict-1"), lesson.cell(2)
    expect(cell.output).to_be_hidden()
    expect(cell.root).to_contain_text("The output is hidden until you have answered the question above.")
    question.get_by_role("radio").nth(0).focus()
    lesson.page.keyboard.press("Space")
    expect(cell.output).to_be_hidden()
    lesson.page.keyboard.press("Enter")
    expect(question.get_by_role("status")).to_contain_text("Not this one. It was told so in another call.")
    expect(cell.output).to_be_visible()


def test_the_output_can_be_shown_without_a_prediction(lesson: Lesson) -> None:
    cell = lesson.cell(2)
    cell.button("Show the output").press("Enter")
    expect(cell.output).to_be_visible()
    expect(cell.output).to_be_focused()
