"""The way to a solution: a hint is suggested, nothing is barred, and nothing of it is there before it is asked for."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from .conftest import Reader
from .reading import LESSON, ROOT, Exercise, Lesson, solution

WRONG = (ROOT / "tests/answers/send/wrong/leaves_the_question_behind.py").read_text(encoding="utf-8")
# A line that only the solution has; without white space, which formats treat in their own ways.
SECRET = "self.messages+=[asked,"
FILE = "**/course/solutions/send.json"


def offer(exercise: Exercise) -> Locator:
    """The button that leads to the solution; it keeps its place and changes its words."""
    return exercise.root.locator(".tk-solution > .tk-bar > button")


def said(exercise: Exercise) -> Locator:
    return exercise.root.locator(".tk-solution > .tk-said")


def shown(exercise: Exercise) -> Locator:
    return exercise.root.locator(".tk-shown")


def reveal(exercise: Exercise) -> None:
    """Take the short way: stuck, and no hint wanted."""
    exercise.button("I'm stuck").click()
    exercise.button("Show a solution").click()
    expect(shown(exercise)).to_be_visible()


def holds(text: str) -> bool:
    return SECRET in re.sub(r"\s+", "", re.sub(r"<[^>]+>", "", text))


def test_nothing_that_a_page_loads_holds_the_solution_until_it_is_asked_for(page: Page) -> None:
    responses: list[Response] = []
    page.context.on("response", lambda response: responses.append(response))
    exercise = Lesson(page).open().exercise
    page.keyboard.press("/")
    page.get_by_role("textbox", name="Search").fill("history")
    page.wait_for_load_state("networkidle")
    before = [response for response in responses if response.ok]
    assert any(response.url.endswith("search_index.json") for response in before)
    assert not holds(page.content())
    for response in before:
        assert not holds(response.body().decode("utf-8", "replace")), response.url
    page.keyboard.press("Escape")
    exercise.button("I'm stuck").click()
    page.wait_for_load_state("networkidle")
    assert not any("solutions/" in response.url for response in responses)
    exercise.button("Show a solution").click()
    expect(shown(exercise)).to_be_visible()
    assert [response.url for response in responses if "solutions/" in response.url] == [
        page.url.replace(LESSON, "course/solutions/send.json")
    ]
    assert holds(shown(exercise).locator("code").first.text_content())


def test_a_solution_needs_no_python_and_no_editor(page: Page) -> None:
    page.route(re.compile("/pyodide/|/run-|/editor-"), lambda route: route.abort())
    exercise = Lesson(page).open().exercise
    reveal(exercise)
    expect(shown(exercise)).to_contain_text("2 lines only in yours, 5 lines only in the solution.")


def test_stuck_by_keyboard_alone_suggests_a_hint_and_then_shows_and_reads_out(page: Page) -> None:
    exercise = Lesson(page).open().exercise
    offer(exercise).focus()
    page.keyboard.press("Enter")
    asked = exercise.root.get_by_role("group", name=re.compile("^A hint may be enough: press Check"))
    expect(asked.get_by_role("button")).to_have_text(["Go to Check", "Show a solution", "Not yet"])
    expect(asked.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    expect(offer(exercise)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(exercise.main).to_be_focused()
    offer(exercise).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    title = shown(exercise).get_by_role("heading", name="A solution, and why it is the answer")
    expect(title).to_be_focused()
    assert said(exercise).get_attribute("role") == "status"
    expect(said(exercise)).to_have_text("The solution is shown below.")
    page.keyboard.press("Tab")
    if not shown(exercise).get_by_role("button").evaluate("it => it === document.activeElement"):
        page.keyboard.press("Tab")  # over the code, when it is wider than its box
    expect(shown(exercise).get_by_role("button", name="Copy the solution")).to_be_focused()
    offer(exercise).focus()
    page.keyboard.press("Enter")
    expect(shown(exercise)).to_have_count(0)
    expect(offer(exercise)).to_be_focused()
    expect(offer(exercise)).to_have_text("I'm stuck")


def test_the_comparison_says_in_words_which_lines_are_whose_and_follows_the_text(page: Page) -> None:
    exercise = Lesson(page).open().exercise
    reveal(exercise)
    expect(shown(exercise)).to_contain_text("2 lines only in yours, 5 lines only in the solution.")
    mine, theirs = (shown(exercise).locator(f"[data-kind={kind}]") for kind in ("mine", "theirs"))
    expect(mine.last).to_contain_text("− Only in yours: 1 line")
    expect(mine.last.locator(".tk-diff__line")).to_have_text(re.compile(r"^−\s+raise NotImplementedError$"))
    expect(theirs.last).to_contain_text("+ Only in the solution: 4 lines")
    expect(theirs.last.locator(".tk-diff__line").nth(2)).to_have_text(re.compile(r"^\+\s+self\.messages \+= \[asked"))
    written = solution()
    exercise.write(written)
    expect(shown(exercise)).to_contain_text("Yours and the solution are the same, line by line.")
    expect(mine).to_have_count(0)
    exercise.write("")
    expect(shown(exercise)).to_contain_text("No lines only in yours, 22 lines only in the solution.")


def test_the_readers_text_is_never_touched_and_the_solution_can_be_copied(reader: Reader) -> None:
    with reader(permissions=["clipboard-read", "clipboard-write"]) as page:
        exercise = Lesson(page).open().exercise
        exercise.write("# mine\nx = 1")
        reveal(exercise)
        shown(exercise).get_by_role("button", name="Copy the solution").click()
        expect(shown(exercise).get_by_role("status")).to_have_text("Copied. Your own text is as it was.")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert solution().endswith(copied)
        assert copied.startswith("import anthropic")
        expect(exercise.editor).to_have_text("# minex = 1")
        page.reload()
        expect(exercise.editor).to_have_text("# minex = 1")
        expect(shown(exercise)).to_have_count(0)


def test_a_solution_that_cannot_be_fetched_is_a_sentence_and_can_be_tried_again(page: Page) -> None:
    exercise = Lesson(page).open().exercise
    for refuse in (lambda route: route.fulfill(status=404), lambda route: route.abort()):
        page.route(FILE, refuse)
        exercise.button("I'm stuck").click()
        exercise.button("Show a solution").click()
        expect(said(exercise)).to_have_text(
            "The solution could not be fetched. Press the button to try again, or read it in the course's source: "
            "solutions/send.py."
        )
        page.unroute(FILE)
    reveal(exercise)
    expect(said(exercise)).to_have_text("The solution is shown below.")


@pytest.fixture(scope="module")
def tried(reader: Reader) -> Iterator[Exercise]:
    """The exercise for one reader, who comes back from test to test."""
    with reader() as page:
        yield Lesson(page).open().exercise


def test_after_three_tries_and_not_before_a_solution_is_offered(tried: Exercise) -> None:
    tried.run()
    tried.try_out(WRONG)
    tried.run()
    tried.try_out(f"{WRONG}\n# again")
    expect(offer(tried)).to_have_text("I'm stuck")
    expect(said(tried)).to_be_empty()
    tried.page.reload()
    tried.try_out(f"{WRONG}\n# once more")
    expect(offer(tried)).to_have_text("Show a solution")
    expect(said(tried)).to_have_text("You have tried 3 times. A solution is offered here if you want one.")
    tried.page.reload()
    expect(offer(tried)).to_have_text("Show a solution")
    offer(tried).click()
    expect(shown(tried)).to_be_visible()
    expect(tried.editor).to_contain_text("# once more")


def test_a_hint_is_suggested_where_there_is_one(page: Page) -> None:
    exercise = Lesson(page).open().exercise
    exercise.run()
    exercise.button("I'm stuck").click()
    exercise.button("Go to a hint").click()
    hint = exercise.failed.first.get_by_role("button", name="Show a hint")
    expect(hint).to_be_focused()
    while (more := exercise.root.get_by_role("button", name=re.compile("hint"))).count():
        more.first.click()
    exercise.button("I'm stuck").click()
    asked = exercise.root.get_by_role("group", name="You have seen every hint there is.")
    expect(asked.get_by_role("button")).to_have_text(["Show a solution", "Not yet"])


def test_after_a_pass_the_solution_is_there_to_compare_with(tried: Exercise) -> None:
    tried.try_out(solution().replace("asked", "question"))
    expect(tried.badge).to_be_visible()
    if shown(tried).count():
        offer(tried).click()
    expect(offer(tried)).to_have_text("Compare with the course's solution")
    tried.page.reload()
    offer(tried).click()
    expect(shown(tried)).to_contain_text(re.compile(r"\d+ lines only in yours, \d+ lines only in the solution"))


@pytest.mark.parametrize("width", [390, 640], ids=["a phone", "a desk at 200 %"])
def test_a_solution_fits_the_window(reader: Reader, width: int) -> None:
    with reader(viewport={"width": width, "height": 450}) as page:
        exercise = Lesson(page).open().exercise
        reveal(exercise)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for line in shown(exercise).locator(".tk-diff__line").all():
            assert line.evaluate("it => it.scrollWidth <= it.clientWidth")
        title = shown(exercise).get_by_role("heading").first
        header = page.evaluate("document.querySelector('.md-header').getBoundingClientRect().bottom")
        assert title.bounding_box()["y"] >= header


def test_without_javascript_the_place_of_the_solution_is_named_and_no_more(reader: Reader) -> None:
    with reader(java_script_enabled=False) as page:
        page.goto(LESSON)
        expect(page.locator("#exercise-send .tk-terminal")).to_contain_text("a solution is in solutions/send.py")
        expect(page.locator(".tk-solution")).to_have_count(0)


def test_the_exercise_has_a_heading_with_a_link_to_itself(page: Page) -> None:
    exercise = Lesson(page).open().exercise
    heading = exercise.root.get_by_role("heading", level=3)
    heading.hover()
    link = heading.get_by_role("link")
    expect(link).to_have_css("opacity", "1")
    link.click()
    expect(page).to_have_url(re.compile(f"/{LESSON}#exercise-send$"))
