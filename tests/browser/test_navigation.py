"""Going from page to page by clicks, which swaps the content and keeps Python."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .reading import Lesson


def go(page: Page, title: str, path: str) -> None:
    menu = page.locator("nav.md-nav--primary")
    menu.get_by_role("link", name=title).click()
    expect(page).to_have_url(re.compile(f"/course/{path}$"))
    # The address changes at the click, the page when it has come.
    expect(menu.locator("a.md-nav__link--active")).to_have_text(re.compile(title))


def pythons(page: Page) -> int:
    return len([worker for worker in page.workers if worker.url.startswith("blob:")])


@pytest.fixture(params=["where SITE_URL says", "elsewhere"])
def instant(request: pytest.FixtureRequest, page: Page, site: Path) -> bool:
    """Whether links open without a reload. The sitemap tells Material that, and it holds one address only.

    Our own server puts in the address it has. On another host it is the one the site was built for.
    """
    if request.param == "elsewhere":
        page.route("**/sitemap.xml", lambda route: route.fulfill(path=site / "sitemap.xml"))
        return False
    return True


def test_cells_work_after_leaving_and_coming_back_with_one_python(page: Page, instant: bool) -> None:
    page.goto("")
    page.wait_for_load_state("networkidle")
    page.evaluate("document.sameVisit = true")
    cell = Lesson(page).cell(1)
    for visit in ("first", "second"):
        go(page, "Why a chatbot seems to remember", "lessons/stateless/")
        expect(cell.root.locator(".tk-bar")).to_have_count(1)
        expect(page.locator("#quiz-1").get_by_role("button", name="Check")).to_have_count(1)
        cell.run()
        cell.try_out(f"print('{visit} visit')")
        expect(cell.output).to_have_text(f"{visit} visit")
        assert page.evaluate("document.sameVisit === true") is instant
        assert pythons(page) == 1
        go(page, "Home", "")
        expect(page.locator(".tk-bar")).to_have_count(0)
    assert pythons(page) == int(instant)


def test_a_page_that_was_left_takes_its_names_along(page: Page) -> None:
    lesson = Lesson(page).open()
    page.wait_for_load_state("networkidle")
    lesson.cell(1).try_out("left_behind = 1")

    home = re.compile("/course/$")
    page.route(home, lambda route: None)
    page.locator("nav.md-nav--primary").get_by_role("link", name="Home").click()
    expect(page).to_have_url(home)
    page.go_back()  # before Home has come: nobody has left
    lesson.cell(1).try_out("left_behind")
    expect(lesson.cell(1).output).to_have_text("1")

    page.unroute(home)
    go(page, "Home", "")
    page.go_back()
    lesson.cell(1).run()
    expect(lesson.cell(1).plain).to_contain_text("Nothing is called 'left_behind' yet.")
