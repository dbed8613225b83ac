"""axe-core finds nothing: every page, light and dark, on a desk and on a phone."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from turnkeeper.site.serve import serving

from .conftest import Reader
from .reading import LESSON, ROOT, Lesson

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
SIZES = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
CHECK = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}"""
STILL = "() => document.getAnimations().every(({ playState }) => playState !== 'running')"


def pages_of_the_site() -> list[str]:
    """The address of each page in mkdocs.yml's nav, and of each lesson."""
    nav = re.findall(r"^ +- [^:]+: ([a-z/-]+)\.md$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    course = tomllib.loads((ROOT / "lessons/course.toml").read_text(encoding="utf-8"))
    lessons = [f"lessons/{slug}/" for part in course["parts"] for slug in part["lessons"]]
    assert nav[0] == "index"
    assert len(nav) > 5 < len(lessons)
    return ["", *(f"{page}/" for page in nav[1:]), *lessons]


PAGES = pages_of_the_site()


def violations(page: Page) -> list[str]:
    """What axe finds, in light and dark and in both sizes."""
    if not page.evaluate("typeof axe === 'object'"):
        page.add_script_tag(path=AXE)
    found = []
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        for scheme, body in (("light", "default"), ("dark", "slate")):
            page.emulate_media(color_scheme=scheme)
            expect(page.locator("body")).to_have_attribute("data-md-color-scheme", body)
            page.wait_for_function(STILL)
            found += [f"{size}, {scheme}: {what}" for what in page.evaluate(CHECK)]
    page.set_viewport_size(SIZES["desk"])
    return found


@pytest.fixture(scope="module")
def visitor(reader: Reader) -> Iterator[Page]:
    with reader() as page:
        yield page


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_on_a_page(visitor: Page, path: str) -> None:
    visitor.goto(path)
    expect(visitor.get_by_role("main")).to_be_visible()
    assert violations(visitor) == []


def test_axe_finds_nothing_on_the_page_that_is_not_there(reader: Reader, site: Path) -> None:
    with serving(site, prefix="/") as root, reader(base_url=root) as page:  # its links begin at the root of the host
        assert page.goto("nowhere/").status == 404
        expect(page.get_by_role("main")).to_contain_text("This page does not exist")
        assert violations(page) == []


def test_axe_finds_nothing_after_a_run(running: Lesson) -> None:
    running.cell(3).run()
    running.cell(5).run()
    assert violations(running.page) == []


def test_axe_finds_nothing_after_an_error(running: Lesson) -> None:
    running.cell(1).try_out("def f():\n    return 1 / 0\n\nf()")
    expect(running.cell(1).plain).to_be_visible()
    assert violations(running.page) == []


def test_axe_finds_nothing_after_a_check(running: Lesson) -> None:
    exercise = running.exercise
    wrong = ROOT / "tests/answers/send/wrong/remembers_the_error.py"
    exercise.try_out(wrong.read_text(encoding="utf-8"))
    exercise.failed.get_by_role("button", name="Show a hint").click()
    running.page.locator("#quiz-1").get_by_role("radio").first.check()
    running.page.locator("#quiz-1").get_by_role("button", name="Check").click()
    assert violations(running.page) == []


def test_axe_finds_nothing_while_a_solution_is_offered_and_shown(reader: Reader) -> None:
    with reader() as page:
        exercise = Lesson(page).open().exercise
        exercise.button("I'm stuck").click()
        assert violations(page) == []
        exercise.button("Show a solution").click()
        expect(exercise.root.locator(".tk-shown")).to_be_visible()
        assert violations(page) == []


def test_no_page_is_wider_than_a_phone(visitor: Page) -> None:
    visitor.set_viewport_size(SIZES["phone"])
    for path in PAGES:
        visitor.goto(path)
        assert visitor.evaluate("document.documentElement.scrollWidth") <= 390, path


HEADER = "document.querySelector('.md-header').getBoundingClientRect().bottom"
FOCUSED = """() => {
  const { activeElement: it } = document;
  const { top, height } = it.getBoundingClientRect();
  return [it.closest(".md-content__inner") !== null, top, height, `${it.className}: ${it.textContent}`];
}"""


def test_neither_the_focus_nor_the_cursor_goes_under_the_header(reader: Reader) -> None:
    with reader(viewport={"width": 640, "height": 450}) as page:  # a desk at 200 %
        lesson = Lesson(page).open()
        header = page.evaluate(HEADER)
        lesson.exercise.main.focus()
        seen = 0
        for _ in range(40):
            page.keyboard.press("Shift+Tab")
            within, top, height, what = page.evaluate(FOCUSED)
            whole = height <= 450 - header and "cm-content" not in what  # of an editor the cursor is what counts
            assert not within or not whole or top >= header, what
            seen += within
        assert seen > 20
        lesson.exercise.touch()
        page.keyboard.press("ControlOrMeta+End")
        cursor = lesson.exercise.root.locator(".cm-cursor")
        expect(cursor).to_be_visible()
        for _ in range(24):
            page.keyboard.press("ArrowUp")
            page.wait_for_timeout(30)  # a frame or two: the editor scrolls in the next one
        assert cursor.bounding_box()["y"] >= header
        page.goto(f"{LESSON}#cell-3")
        assert lesson.cell(3).root.bounding_box()["y"] >= header
