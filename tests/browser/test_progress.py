"""Nothing is lost: a lesson that has changed, two tabs, a page that goes away, export and import."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from .conftest import Reader
from .reading import KEPT, LESSON, Lesson
from .test_accessibility import violations

PLACE = "start/progress/"
STORE = """([page, notes]) => new Promise((resolve, reject) => {
  const open = indexedDB.open("/course/turnkeeper");
  open.onsuccess = () => {
    const put = open.result.transaction("pages", "readwrite").objectStore("pages").put(notes, page);
    put.onerror = () => reject(put.error);
    put.onsuccess = () => { open.result.close(); resolve(null); };
  };
})"""
# A tab that hears of no other: as when both are typed in at the same moment.
DEAF = "window.BroadcastChannel = class { postMessage() {} close() {} };"
KEY = "sk-ant-api03-" + "Abc123_-" * 5
HOSTILE = "<img src=x onerror='document.title = 1'>"


def change_starter(page: Page, cell: str) -> None:
    """As if the lesson had another text when the reader edited the cell."""
    notes = page.evaluate(KEPT, LESSON)
    notes["texts"][cell]["starter"] = "1-0a"
    page.evaluate(STORE, [LESSON, notes])
    page.reload()


def test_a_changed_lesson_shows_both_texts_and_their_difference_and_keeps_the_one_not_taken(reader: Reader) -> None:
    with reader(bypass_csp=True) as page:
        cell = Lesson(page).open().cell(1)
        starter = cell.printed.inner_text().strip()
        mine = f"{starter}\nprint('mine')"
        cell.write(mine)
        page.reload()  # at once: what was typed in the last moment is there
        expect(cell.root.locator(".tk-input")).to_contain_text("print('mine')")
        change_starter(page, "cell-1")
        notice = cell.root.get_by_role("group", name="The lesson's text of cell 1 has changed since you edited it.")
        differs = notice.get_by_text("What differs: 1 line only in yours, no lines only in the new text.")
        differs.focus()
        page.keyboard.press("Enter")
        expect(notice.locator("[data-kind=mine]")).to_contain_text("print('mine')")
        notice.get_by_text("The new text", exact=True).click()
        expect(notice.locator("details pre").last).to_have_text(starter)
        assert violations(page, within=".tk-notice") == []
        notice.get_by_role("button", name="Take the new one").press("Enter")
        expect(cell.status).to_have_text("This is the lesson's new text. Yours is kept.")
        page.reload()
        cell.button("Bring back my text").press("Enter")
        page.reload()  # it is stored by then
        expect(cell.root.locator(".tk-input")).to_contain_text("print('mine')")
        change_starter(page, "cell-1")
        notice.get_by_role("button", name="Keep mine").press("Enter")
        expect(cell.status).to_have_text("Your text stays.")
        page.reload()
        expect(cell.root.locator(".tk-input")).to_contain_text("print('mine')")
        expect(notice).to_have_count(0)


def test_a_text_typed_in_two_tabs_is_kept_twice_and_goes_to_another_browser_by_file(
    reader: Reader, tmp_path: Path
) -> None:
    with reader(bypass_csp=True) as page:
        here = Lesson(page).open().cell(1)
        other = page.context.new_page()
        other.add_init_script(DEAF)
        there = Lesson(other).open().cell(1)
        here.write(f"print('here')  # {HOSTILE}")
        expect(here.reset).to_be_enabled()
        page.wait_for_function(f"async () => (await ({KEPT})('{LESSON}'))?.texts['cell-1']")
        there.write("print('there')")
        expect(there.status).to_contain_text("There is another text of yours for this place. It is kept")
        there.button("My other text").press("Enter")
        expect(there.editor).to_contain_text("print('here')")
        there.button("My other text").press("Enter")
        expect(there.editor).to_contain_text("print('there')")
        other.close()
        second = Lesson(page).cell(2)
        second.write(f"key = '{KEY}'")
        expect(second.status).to_contain_text("What looks like an API key is not stored")

        page.goto(PLACE)
        place = page.locator(".tk-transfer")
        expect(place).to_contain_text("Kept in this browser: 2 texts of yours, 0 passed exercises, 0 answers")
        with page.expect_download() as download:
            place.get_by_role("button", name="Export my progress").press("Enter")
        expect(place.get_by_role("status")).to_contain_text("Exported as turnkeeper-progress-")
        assert re.fullmatch(r"turnkeeper-progress-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
        saved = tmp_path / "saved.json"
        download.value.save_as(saved)
        texts = json.loads(saved.read_text(encoding="utf-8"))["pages"][LESSON]["texts"]
        assert texts["cell-1"]["others"] == [f"print('here')  # {HOSTILE}"]
        assert texts["cell-2"]["text"] == "key = 'key-left-out'"

    with reader(bypass_csp=True) as page:
        cell = Lesson(page).open().cell(1)
        cell.write("print('elsewhere')")
        page.goto(PLACE)
        place = page.locator(".tk-transfer")
        chooser = place.get_by_label("Import a file:")
        for content, words in (
            ("{", "The file is not JSON: "),
            ('{"a": 1}', "The file is JSON, but not this course's: "),
            (saved.read_text(encoding="utf-8").replace('"version": 1', '"version": 2'), "Reload this page"),
        ):
            bad = tmp_path / "bad.json"
            bad.write_text(content, encoding="utf-8")
            chooser.set_input_files(bad)
            expect(place.get_by_role("alert")).to_contain_text(words)
            expect(place.get_by_role("alert")).to_contain_text("Nothing was changed.")
        chooser.set_input_files(saved)
        expect(place.get_by_role("heading", name="What saved.json will change")).to_be_focused()
        expect(place).to_contain_text("New here: your text of cell 2.")
        expect(place).to_contain_text("Two texts: cell 1. Choose below.")
        group = place.get_by_role("group", name="Which text of cell 1 shall be shown? The other one is kept.")
        expect(group.get_by_label("Mine, changed on")).to_be_checked()  # it is the newer one
        assert violations(page, within=".tk-transfer") == []
        group.get_by_label("The file's, changed on").check()
        place.get_by_role("button", name="Import", exact=True).press("Enter")
        expect(place.get_by_role("status")).to_have_text("Imported 1 page.")
        chooser.set_input_files(saved)
        expect(place.get_by_role("status")).to_have_text("saved.json holds nothing that is not here already.")
        Lesson(page).open()
        expect(cell.root.locator(".tk-input")).to_contain_text("print('there')")
        for kept in ("print('elsewhere')", f"print('here')  # {HOSTILE}"):
            cell.button("My other text").press("Enter")
            expect(cell.editor).to_have_text(kept)
        assert page.title() != "1"
