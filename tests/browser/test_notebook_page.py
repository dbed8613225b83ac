"""The lesson as a notebook, in the site's own JupyterLite."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Reader
from .reading import LESSON
from .test_security import COLLECT, violations

SLOW = 180_000  # JupyterLite starts a whole JupyterLab and its own Python


@pytest.fixture
def page(reader: Reader) -> Iterator[Page]:
    with reader(service_workers="allow") as page:  # JupyterLite has one of its own
        yield page


def run(cell: Locator) -> Locator:
    """Run a cell by Shift and Enter, and return its output."""
    cell.locator(".cm-content").click()
    cell.page.keyboard.press("Shift+Enter")
    return cell.locator(".jp-OutputArea-output")


def test_the_notebook_opens_from_the_lesson_calls_the_sdk_and_grades(page: Page) -> None:
    page.add_init_script(COLLECT)
    page.goto(LESSON)
    built = page.locator("#cell-1 .tk-output").inner_text().strip()
    total = page.locator("#exercise-send [data-requirement]").count()
    link = page.get_by_role("link", name="Open in JupyterLite")
    page.goto(link.evaluate("it => it.href"))
    assert re.search(r"/course/lite/notebooks/index\.html\?path=stateless\.ipynb$", page.url)
    # A Shift+Enter before the kernel is attached is lost without a word.
    expect(page.locator(".jp-Toolbar-kernelName")).to_have_text(re.compile("Pyodide"), timeout=SLOW)
    code = page.locator(".jp-CodeCell")
    expect(run(code.first)).to_have_text(built, timeout=SLOW)
    run(code.filter(has_text="%load_ext turnkeeper"))
    report = run(code.filter(has_text="%%grade send"))
    expect(report).to_contain_text(f"send: 0 of {total} requirements pass", timeout=SLOW)
    assert violations(page) == []
