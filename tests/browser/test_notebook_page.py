"""The lesson as a notebook, in the site's own JupyterLite."""

import re

from playwright.sync_api import Page, expect

from .reading import LESSON

SLOW = 180_000  # JupyterLite starts a whole JupyterLab and its own Python


def test_the_notebook_opens_from_the_lesson_and_calls_the_sdk(page: Page) -> None:
    page.goto(LESSON)
    built = page.locator("#cell-1 .tk-output").inner_text().strip()
    link = page.get_by_role("link", name="Open in JupyterLite")
    page.goto(link.evaluate("it => it.href"))
    assert re.search(r"/course/lite/notebooks/index\.html\?path=stateless\.ipynb$", page.url)
    # A Shift+Enter before the kernel is attached is lost without a word.
    expect(page.locator(".jp-Toolbar-kernelName")).to_have_text(re.compile("Pyodide"), timeout=SLOW)
    code = page.locator(".jp-CodeCell").first
    code.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    expect(code.locator(".jp-OutputArea-output")).to_have_text(built, timeout=SLOW)
