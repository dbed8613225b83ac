"""axe-core finds nothing and every page fits the window: light and dark, on a desk and on a phone."""

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from turnkeeper.site.serve import serving

from .conftest import Reader
from .reading import LESSON, ROOT, Lesson

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
SIZES = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
CHECK = """async within => {
  const { violations } = await axe.run(within, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}"""
# What the page decides once it has its layout stands two frames later; the editor's cursor blinks for ever.
STILL = """async () => {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  const ends = ({ effect }) => effect.getComputedTiming().endTime < Infinity;
  while (document.getAnimations().some((one) => one.playState === "running" && ends(one))) {
    await new Promise(requestAnimationFrame);
  }
}"""


def pages_of_the_site() -> list[str]:
    """The address of each page in mkdocs.yml's nav, and of each lesson."""
    nav = re.findall(r"^ +- [^:]+: ([a-z/-]+)\.md$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    course = tomllib.loads((ROOT / "lessons/course.toml").read_text(encoding="utf-8"))
    lessons = [f"lessons/{slug}/" for part in course["parts"] for slug in part["lessons"]]
    assert nav[0] == "index"
    assert len(nav) > 5 < len(lessons)
    return ["", *(f"{page.removesuffix('/index')}/" for page in nav[1:]), *lessons]


PAGES = pages_of_the_site()


LOOKS = (("desk", "light", "default"), ("phone", "dark", "slate"))


def violations(page: Page, within: str = "html", looks: Sequence[tuple[str, str, str]] = LOOKS) -> list[str]:
    """What axe finds within an element, in light on a desk and in dark on a phone: both schemes, and both sizes."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = []
    for size, scheme, body in looks:
        page.set_viewport_size(SIZES[size])
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", body)
        page.evaluate(STILL)
        found += [f"{size}, {scheme}: {what}" for what in page.evaluate(CHECK, within)]
        wide = page.evaluate("document.documentElement.scrollWidth")
        found += [f"{size}: the page is {wide} pixels wide"] if wide > SIZES[size]["width"] else []
    page.set_viewport_size(SIZES["desk"])
    return found


@pytest.fixture(scope="module")
def visitor(reader: Reader) -> Iterator[Page]:
    with reader() as page:
        yield page


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_on_a_page_and_it_fits_the_window(visitor: Page, path: str) -> None:
    """By turns in one look and the other; `make bank` takes both for every page."""
    looks = LOOKS if os.environ.get("WHOLE_BANK") else LOOKS[PAGES.index(path) % 2 :][:1]
    visitor.goto(path)
    expect(visitor.get_by_role("main")).to_be_visible()
    assert violations(visitor, looks=looks) == []


def test_axe_finds_nothing_on_the_page_that_is_not_there(reader: Reader, site: Path) -> None:
    with serving(site, prefix="/") as root, reader(base_url=root) as page:  # its links begin at the root of the host
        assert page.goto("nowhere/").status == 404
        expect(page.get_by_role("main")).to_contain_text("This page does not exist")
        assert violations(page) == []


# A sentence, a table and a note: all that an error can show.
REFUSED = """from turnkeeper import connect
result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "shipped"}
def send(content, history=[]):
    history.append({"role": "user", "content": content})
    connect().messages.create(model="claude-haiku-5-5", max_tokens=9, messages=history)
send([result])
"""


def test_axe_finds_nothing_after_runs_an_error_and_a_check(running: Lesson) -> None:
    running.cell(3).run()
    running.cell(5).run()
    running.cell(1).try_out(REFUSED)
    expect(running.cell(1).output.get_by_role("table")).to_be_visible()
    exercise = running.exercise
    wrong = ROOT / "tests/answers/send/wrong/remembers_the_error.py"
    exercise.try_out(wrong.read_text(encoding="utf-8"))
    exercise.failed.get_by_role("button", name="Show a hint").click()
    running.page.locator("#quiz-1").get_by_role("radio").first.check()
    running.page.locator("#quiz-1").get_by_role("button", name="Check").click()
    for cell in (running.cell(3), running.cell(5)):
        expect(cell.output).to_be_visible()
    expect(running.cell(1).plain).to_be_visible()
    assert violations(running.page) == []


def test_axe_finds_nothing_while_a_solution_is_offered_and_shown(reader: Reader) -> None:
    with reader() as page:
        exercise = Lesson(page).open().exercise
        exercise.button("I'm stuck").click()
        assert violations(page, within="#exercise-send") == []
        exercise.button("Show a solution").click()
        expect(exercise.root.locator(".tk-shown")).to_be_visible()
        assert violations(page, within="#exercise-send") == []


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
