"""axe-core finds nothing: every page, light and dark, on a desk and on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from turnkeeper.site.serve import serving

from .conftest import Reader
from .reading import LESSON, ROOT, Lesson

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
PAGES = ("", LESSON, "start/browser/", "start/notebook/", "start/terminal/", "licences/")
SIZES = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
CHECK = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}"""
STILL = "() => document.getAnimations().every(({ playState }) => playState !== 'running')"


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


def test_no_page_is_wider_than_a_phone(visitor: Page) -> None:
    visitor.set_viewport_size(SIZES["phone"])
    for path in PAGES:
        visitor.goto(path)
        assert visitor.evaluate("document.documentElement.scrollWidth") <= 390, path
