"""The course map, and the way on: whole without JavaScript, with the reader's progress where there is some."""

import json
import re
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Locator, Page, expect

from .conftest import Reader
from .reading import KEPT, LESSON, Lesson, solution
from .test_accessibility import violations

MAP = "course/"
WRITE = "([key, notes]) => localStorage.setItem(key, JSON.stringify(notes))"
# Of the small store only what is ours: Material's own script does not expect it.
REFUSE = """IDBFactory.prototype.open = () => { throw new DOMException("refused", "SecurityError"); };
for (const name of ["getItem", "setItem"]) {
  const own = Storage.prototype[name];
  Storage.prototype[name] = function (key, ...rest) {
    if (key.includes("turnkeeper")) throw new DOMException("refused", "SecurityError");
    return own.call(this, key, ...rest);
  };
}"""
ON = "2026-11-29T12:00:00.000Z"


@pytest.fixture(scope="module")
def lessons(site: Path) -> list[dict[str, Any]]:
    """The lessons as the site lists them."""
    return json.loads((site / "course/map.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def served(site: Path, lessons: list[Any]) -> dict[str, BeautifulSoup]:
    """Each lesson's page as it is served, by address."""
    files = {lesson["page"]: site / lesson["page"] / "index.html" for lesson in lessons}
    return {page: BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser") for page, file in files.items()}


def remember(page: Page, lesson: dict[str, Any], **notes: object) -> None:
    """Let the browser remember something of a lesson, as it did before there was a database."""
    held = {"version": 2, "texts": {}, "answers": {}, "passes": {}, "tries": {}, "opened": ON, **notes}
    page.evaluate(WRITE, [f"/course/turnkeeper:{lesson['page']}", held])


def passes(lesson: dict[str, Any]) -> dict[str, Any]:
    return {slug: {"on": ON} for slug in lesson["exercises"]}


def row(page: Page, lesson: dict[str, Any]) -> Locator:
    return page.locator("li", has=page.locator(f"> [data-lesson='{lesson['page']}']"))


def mark(row: Locator) -> Locator:
    return row.locator("> .tk-stage")


def way(page: Page) -> Locator:
    return page.locator(".tk-continue")


def test_the_map_names_every_lesson_and_exercise_without_javascript(reader: Reader, lessons: list[Any]) -> None:
    assert lessons
    assert lessons[0]["page"] == LESSON
    with reader(java_script_enabled=False) as page:
        page.goto(MAP)
        links = page.locator("article li a")
        hrefs = [link.evaluate("it => it.href.split('/course/')[1]") for link in links.all()]
        assert hrefs == [
            href
            for lesson in lessons
            for href in (lesson["page"], *(f"{lesson['page']}#exercise-{slug}" for slug in lesson["exercises"]))
        ]
        for lesson in lessons:
            expect(row(page, lesson)).to_contain_text(f"about {lesson['minutes']} minutes")
        expect(way(page)).to_be_hidden()
        page.goto(hrefs[1])
        expect(page.locator("#exercise-send")).to_be_in_viewport()


def test_every_exercise_link_leads_to_its_exercise(page: Page, served: dict[str, Any], lessons: list[Any]) -> None:
    for lesson in lessons:
        shown = [exercise["id"] for exercise in served[lesson["page"]].select(".tk-exercise")]
        assert shown == [f"exercise-{slug}" for slug in lesson["exercises"]]
    last = lessons[-1]["exercises"][-1]
    page.goto(f"{lessons[-1]['page']}#exercise-{last}")
    expect(page.locator(f"#exercise-{last}")).to_be_in_viewport()


def test_next_leads_through_the_lessons_in_the_course_s_order(
    page: Page, served: dict[str, Any], lessons: list[Any]
) -> None:
    for before, after in pairwise(lessons):
        for here, there, word in ((before, after, "Next"), (after, before, "Previous")):
            links = served[here["page"]].find_all("a", attrs={"aria-label": f"{word}: {there['title']}"})
            assert [urljoin(here["page"], link["href"]) for link in links] == [there["page"]]
    first, second = lessons[:2]
    page.goto(first["page"])
    page.get_by_role("link", name=f"Next: {second['title']}").click()
    expect(page).to_have_url(re.compile(f"/course/{second['page']}$"))
    expect(page.get_by_role("link", name=f"Previous: {first['title']}")).to_be_visible()


def test_a_reader_who_comes_for_the_first_time_is_shown_the_start(page: Page, lessons: list[Any]) -> None:
    page.goto(MAP)
    total = sum(len(lesson["exercises"]) for lesson in lessons)
    minutes = sum(lesson["minutes"] for lesson in lessons)
    expect(way(page)).to_contain_text(f"0 of {total} exercises passed, about {minutes} minutes left.")
    expect(way(page)).to_contain_text(f"Start with: {lessons[0]['title']}")
    for lesson in lessons:
        expect(mark(row(page, lesson))).to_have_text("○ not begun")
    assert violations(page) == []


def test_done_begun_and_passed_are_said_in_words(page: Page, lessons: list[Any]) -> None:
    first, last = lessons[0], lessons[-1]
    page.goto(MAP)
    remember(page, first, passes=passes(first), answers={"quiz-1": {"question": "q", "choice": 0, "right": True}})
    begun = last["exercises"][-1]
    text = {"starter": "1-a", "text": "mine"}
    remember(page, last, texts={f"exercise-{begun}": text}, opened="2026-11-30T12:00:00.000Z")
    page.reload()
    answered = f"1 of {first['questions']} questions answered"
    expect(mark(row(page, first))).to_have_text(f"✓ done, {answered}")
    expect(mark(row(page, first).locator("li").first)).to_have_text("✓ passed on 29 Nov 2026")
    expect(mark(row(page, last))).to_have_text(f"◐ begun, 0 of {last['questions']} questions answered")
    exercise = row(page, last).locator("li", has=page.locator(f"[data-exercise={begun}]"))
    expect(mark(exercise)).to_have_text("◐ begun")
    expect(way(page)).to_contain_text(f"{len(first['exercises'])} of ")
    on = way(page).get_by_role("link", name=f"exercise {begun}, in “{last['title']}”")
    assert violations(page) == []
    on.press("Enter")
    expect(page).to_have_url(re.compile(f"/{last['page']}#exercise-{begun}$"))


def test_when_all_is_done_the_map_says_so(page: Page, lessons: list[Any]) -> None:
    page.goto(MAP)
    for lesson in lessons:
        remember(page, lesson, passes=passes(lesson))
    page.reload()
    expect(way(page)).to_have_text(re.compile(r"^All \d+ exercises have passed\. The course is done\.$"))


def test_a_pass_shows_on_the_map_at_once_and_the_way_leads_to_the_next_lesson(page: Page, lessons: list[Any]) -> None:
    exercise = Lesson(page).open().exercise
    page.wait_for_load_state("networkidle")
    exercise.try_out(solution())
    page.locator("nav.md-nav--primary").get_by_role("link", name="Course map").click()
    first = row(page, lessons[0])
    expect(mark(first)).to_have_text(re.compile("^✓ done"))
    expect(mark(first.locator("li"))).to_have_text(re.compile("^✓ passed on "))
    after = lessons[1]
    expect(way(page)).to_contain_text(f"Continue with: {after['title']}")
    page.goto(f"{MAP}#the-list-you-re-send")
    page.get_by_role("heading", level=2).first.hover()
    page.get_by_role("heading", level=2).first.get_by_role("link").click()  # Material fetches the page once more
    expect(mark(first)).to_have_text(re.compile("^✓ done"))
    expect(mark(first)).to_have_count(1)


def test_the_way_on_is_on_the_first_page_once_there_is_one(page: Page, lessons: list[Any]) -> None:
    with page.expect_response("**/course/map.json"):
        page.goto("")
    page.wait_for_load_state("networkidle")
    expect(way(page)).to_be_empty()
    remember(page, lessons[1])
    page.reload()
    on = way(page).get_by_role("link", name=lessons[1]["title"])
    expect(way(page)).to_contain_text("Continue with: ")
    assert violations(page) == []
    on.click()
    expect(page).to_have_url(re.compile(f"/course/{lessons[1]['page']}$"))


def test_a_lesson_in_another_tab_shows_here(page: Page, lessons: list[Any]) -> None:
    page.goto(MAP)
    expect(mark(row(page, lessons[0]))).to_have_text("○ not begun")
    other = page.context.new_page()
    Lesson(other).open()
    expect(mark(row(page, lessons[0]))).to_have_text(re.compile("^◐ begun"))
    opened = other.evaluate(KEPT, LESSON)["opened"]
    assert abs((datetime.now(UTC) - datetime.fromisoformat(opened)).total_seconds()) < 600


def test_a_browser_that_stores_nothing_shows_the_start_and_says_so_once(reader: Reader, lessons: list[Any]) -> None:
    with reader() as page:
        page.add_init_script(REFUSE)
        page.goto(MAP)
        expect(way(page)).to_contain_text(f"Start with: {lessons[0]['title']}")
        first, second = (Lesson(page).open().cell(number) for number in (1, 2))
        first.write("print('not kept')")
        expect(first.status).to_contain_text("This browser stores nothing for this page")
        second.write("print('nor this')")
        expect(second.reset).to_be_enabled()
        page.wait_for_timeout(500)  # longer than it takes to store a text
        expect(second.status).to_be_empty()


def test_the_map_stays_whole_when_the_list_cannot_be_fetched(page: Page, lessons: list[Any]) -> None:
    page.route("**/course/map.json", lambda route: route.abort())
    page.goto(MAP)
    page.wait_for_load_state("networkidle")
    expect(row(page, lessons[0])).to_be_visible()
    expect(way(page)).to_be_empty()


@pytest.mark.parametrize("width", [390, 640], ids=["a phone", "a desk at 200 %"])
def test_the_map_fits_the_window(reader: Reader, lessons: list[Any], width: int) -> None:
    with reader(viewport={"width": width, "height": 450}) as page:
        page.goto(MAP)
        expect(mark(row(page, lessons[0]))).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
