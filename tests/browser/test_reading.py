"""Reading the lesson: without JavaScript, and without paying for what is not used."""

import gzip
import re

import jupytext
from playwright.sync_api import Page, Response, expect

from turnkeeper.site.prose import split_docstring

from .conftest import Reader
from .reading import LESSON, ROOT, Lesson

TEXT = ("text/", "application/json", "application/javascript", "image/svg")


def test_the_lesson_is_complete_without_javascript(reader: Reader) -> None:
    with reader(java_script_enabled=False) as page:
        page.goto(LESSON)
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Why a chatbot seems to remember"))
        source = jupytext.read(ROOT / "lessons/stateless.md")
        code = [cell.source for cell in source.cells if cell.cell_type == "code"]
        cells = page.locator(".tk-cell")
        assert cells.count() == len(code) >= 6
        for cell, text in zip(cells.all(), code, strict=True):
            assert cell.locator(".tk-input code").text_content().strip() == text.strip()
            expect(cell.locator(".tk-output > *").first).to_be_visible()
        expect(page.locator("#cell-3 .tk-output")).to_contain_text("Your name is Noor.")
        picture = page.locator(".tk-output").get_by_role("table")
        expect(picture.get_by_role("columnheader").first).to_have_text("No.")
        fourth = picture.get_by_role("row").nth(7)  # behind the heads, and two rows for each of the three before
        expect(fourth.get_by_role("rowheader")).to_have_text("4")
        expect(fourth.get_by_role("cell").first).to_have_text("7, 5 again")


def test_questions_and_answers_open_without_javascript(reader: Reader) -> None:
    with reader(java_script_enabled=False) as page:
        page.goto(LESSON)
        forms = page.locator("form.tk-quiz")
        assert forms.count() >= 5
        for form in forms.all():
            expect(form.locator("legend")).to_be_visible()
            explained = form.locator(".tk-why")
            assert explained.count() == form.get_by_role("radio").count() >= 3
            expect(explained.first).to_be_hidden()
            form.locator("summary").click()
            for why in explained.all():
                expect(why).to_be_visible()


def test_the_exercise_says_what_is_checked_without_javascript(reader: Reader) -> None:
    with reader(java_script_enabled=False) as page:
        page.goto(LESSON)
        exercise = page.locator("#exercise-send")
        task, code = split_docstring((ROOT / "exercises/stubs/send.py").read_text(encoding="utf-8"))
        assert exercise.locator(".tk-input code").text_content() == code
        told = exercise.locator(".tk-task")
        expect(told).to_be_visible()
        expect(told.get_by_role("listitem")).to_have_count(task.count("\n- "))
        assert told.locator("pre").text_content().split() == task.split("\n\n")[-1].split()
        requirements = exercise.locator(".tk-requirements").get_by_role("listitem").all()
        assert len(requirements) >= 5
        for requirement in requirements:
            expect(requirement).to_be_visible()
        expect(exercise.locator(".tk-terminal")).to_contain_text("pytest exercises/test_send.py")


def test_no_button_is_there_that_does_nothing_without_javascript(reader: Reader) -> None:
    with reader(java_script_enabled=False) as page:
        for path in ("", LESSON, "start/browser/"):
            page.goto(path)
            expect(page.get_by_role("main")).to_be_visible()
            buttons = page.locator("button, [role=button], [for=__search], [for^=__palette]")
            assert [button.evaluate("it => it.outerHTML") for button in buttons.all() if button.is_visible()] == []


def transferred(response: Response) -> int:
    """Bytes of a response, gzipped as any web host sends text."""
    body = response.body()
    is_text = response.headers.get("content-type", "").startswith(TEXT)
    return len(gzip.compress(body, 6)) if is_text else len(body)


def test_a_first_visit_costs_at_most_350_kb_and_nothing_of_python(page: Page) -> None:
    responses: list[Response] = []
    page.context.on("response", lambda response: responses.append(response))
    Lesson(page).open()
    page.wait_for_load_state("networkidle")
    sizes = {response.url: transferred(response) for response in responses if response.ok}
    assert len(sizes) > 5
    assert any("assets/turnkeeper/lesson.js" in url for url in sizes)
    too_early = re.compile(r"/pyodide/|/course/course/|worker\.js|editor|run-|search_index")
    assert [url for url in sizes if too_early.search(url)] == []
    assert sum(sizes.values()) <= 350_000
