"""Cells: run, edit, stop, reload, reset, and the start of Python when something is missing."""

import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from turnkeeper.site.serve import serving

from .conftest import Reader
from .reading import Lesson

ENDLESS = "while True: pass"
# Keeps what the page's worker tells while Python starts, and by which way it has started.
LISTEN = """window.told = [];
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      if (data.type === "progress") told.push(data.progress.stage);
      if (data.type === "ready") told.push(data.how);
    });
  }
};"""


def test_a_cell_further_down_runs_those_above_it_first(running: Lesson) -> None:
    cell = running.cell(3)
    built = cell.output.inner_text()
    cell.run()
    expect(cell.status).to_have_text("Done. Cell 2 ran first.")
    assert cell.output.inner_text() == built


def test_stop_keeps_the_variables_or_says_what_is_lost_and_offers_to_run_it_again(running: Lesson) -> None:
    cell = running.cell(3)

    def stop(code: str) -> None:
        cell.write(code)
        cell.begin()
        expect(cell.status).to_have_text("Running")
        cell.stop.click()

    stop(f"kept = 7\n{ENDLESS}")
    expect(cell.status).to_have_text("Stopped at line 2. Your variables are kept.")
    expect(cell.main).to_be_focused()
    cell.try_out("print('It is', kept)")
    expect(cell.output).to_have_text("It is 7")
    stop("sum(iter(int, 1))")  # a loop in C: no line of Python runs in it
    expect(cell.status).to_have_text("Stopped. Python starts again. The variables of cells 1 to 3 are lost.")
    cell.button("Run the cells above again").click()
    expect(cell.status).to_have_text("Cells 1 and 2 ran again.")
    cell.try_out("print('runs again')")
    expect(cell.status).to_have_text("Done.")
    expect(cell.output).to_have_text("runs again")


def test_the_first_cell_runs_and_an_edit_changes_its_output(running: Lesson) -> None:
    cell = running.cell(1)
    built = cell.output.inner_text()
    assert built.strip()
    cell.run()
    expect(cell.status).to_have_text("Done.")
    assert cell.output.inner_text() == built
    cell.try_out('print("It is", 6 * 7)')
    expect(cell.status).to_have_text("Done.")
    expect(cell.output).to_have_text("It is 42")


def test_control_and_enter_runs_a_cell(running: Lesson) -> None:
    cell = running.cell(1)
    cell.write("print('by keyboard')")
    running.page.keyboard.press("ControlOrMeta+Enter")
    expect(cell.output).to_have_text("by keyboard")


def test_an_edit_survives_a_reload_is_not_run_and_can_be_reset(lesson: Lesson) -> None:
    page, cell = lesson.page, lesson.cell(1)
    starter, built = cell.printed.text_content(), cell.output.inner_text()
    cell.write("print('mine')")
    requests: list[str] = []
    page.reload()
    page.context.on("request", lambda request: requests.append(request.url))
    expect(cell.editor).to_have_text("print('mine')")
    expect(cell.root.locator(".tk-stale")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert cell.output.inner_text() == built
    assert [url for url in requests if "/pyodide/" in url] == []
    cell.reset.click()
    cell.button("Put it back").click()
    expect(cell.status).to_have_text("This is the lesson's own text.")
    page.reload()
    expect(cell.reset).to_be_disabled()
    expect(cell.printed).to_be_visible()
    assert cell.printed.text_content() == starter


def test_two_tabs_on_a_lesson_show_the_same_text(lesson: Lesson) -> None:
    here, page = lesson.cell(1), lesson.page.context.new_page()
    there = Lesson(page).open().cell(1)
    here.write("print('here')")
    expect(there.status).to_have_text("This is your text from another tab.")
    expect(there.root.locator(".tk-input")).to_contain_text("print('here')")
    expect(there.root.locator(".tk-stale")).to_be_visible()
    there.write("print('there')")
    expect(here.editor).to_have_text("print('there')")
    here.touch()
    lesson.page.keyboard.press("ControlOrMeta+z")
    expect(here.editor).to_have_text("print('here')")
    expect(there.editor).to_have_text("print('here')")


def test_while_python_comes_the_page_says_how_far_it_is_and_can_stop(lesson: Lesson) -> None:
    cell = lesson.cell(1)
    lesson.page.context.route("**/pyodide/snapshot-*", lambda route: None)  # it does not come
    cell.begin()
    expect(cell.status).to_have_text(re.compile(r"^Fetching Python: \d+ of \d\d MB$"))
    cell.stop.click()
    expect(cell.status).to_have_text("Stopped before Python had started.")
    lesson.page.context.unroute("**/pyodide/snapshot-*")
    cell.run()
    expect(cell.status).to_have_text("Done.")


def damaged(route: Route) -> None:
    route.fulfill(
        status=200, body=b"\x1f\x8b\x08\x00 this was a snapshot once", content_type="application/octet-stream"
    )


def test_a_damaged_snapshot_is_left_for_the_long_way(page: Page) -> None:
    page.add_init_script(LISTEN)
    cell = Lesson(page).open().cell(1)
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.context.route("**/pyodide/snapshot-*", damaged)
    built = cell.output.inner_text()
    assert "Noor" in built
    cell.run()
    expect(cell.status).to_have_text("Done.")
    assert cell.output.inner_text() == built
    assert page.evaluate("told.slice(-2)") == ["Importing the SDK", "plain"]
    assert any("/pyodide/snapshot-" in url for url in asked)
    assert any("/pyodide/anthropic-" in url for url in asked)


def test_the_site_works_at_the_root_of_a_host(reader: Reader, site: Path) -> None:
    with serving(site, prefix="/") as root, reader(base_url=root) as page:
        cell = Lesson(page).open().cell(1)
        built = cell.output.inner_text()
        cell.run()
        expect(cell.status).to_have_text("Done.")
        assert cell.output.inner_text() == built
