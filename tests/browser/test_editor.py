"""The editor: completion, signatures, formatting, its keys, copying, and links that carry code."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Reader
from .reading import LESSON, Lesson, Part
from .test_accessibility import violations

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Milliseconds after a key in which the list of completions is on its way, and takes Escape and the arrows another way.
JUST_TYPED = 250
COPIED = "navigator.clipboard.readText()"
LOOSE = "names=[ 'Ada','Noor' ]\nfor name in names :\n  print( name )"
TIDY = 'names = ["Ada", "Noor"]\nfor name in names:\n    print(name)'


@pytest.fixture(scope="module")
def lesson(reader: Reader) -> Iterator[Lesson]:
    """The lesson with a Python that runs and cell 1 done; whoever wants more of it writes it."""
    with reader(permissions=["clipboard-read", "clipboard-write"]) as page:
        lesson = Lesson(page).open()
        lesson.cell(1).run()
        yield lesson


def text_of(cell: Part) -> str:
    """The code as it stands in the editor."""
    return "\n".join(cell.editor.locator(".cm-line").all_inner_texts()).replace("\n\n", "\n")


def options(page: Page) -> Locator:
    return page.locator(".tk-completions").get_by_role("option")


def test_python_completes_what_it_holds_and_shows_how_it_is_called(lesson: Lesson) -> None:
    page, cell = lesson.page, lesson.cell(2)
    cell.write("")
    page.keyboard.type("client.me")
    expect(options(page)).to_have_text(["messagesproperty"])
    page.keyboard.press("Enter")  # nobody has moved into the list, so it is a new line
    expect(options(page)).to_have_count(0)
    expect(cell.editor.locator(".cm-line")).to_have_count(2)
    page.keyboard.type("first.sto")
    expect(options(page).filter(has_text="stop_reason")).to_be_visible()
    page.keyboard.press("Escape")
    expect(options(page)).to_have_count(0)
    expect(cell.editor).to_be_focused()
    cell.write("client.messages")
    page.keyboard.type(".cre")
    expect(options(page)).to_have_text(["createfunction"])
    page.wait_for_timeout(JUST_TYPED)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".cm-completionInfo")).to_contain_text("max_tokens: int")
    page.keyboard.press("Enter")
    page.keyboard.type("(")
    help_ = page.locator(".cm-tooltip.tk-signature")
    expect(help_).to_contain_text("create(*, max_tokens: int, messages: Iterable[MessageParam], model: ModelParam, ")
    sentence = help_.get_by_text("Send a structured list of input messages")
    box = help_.bounding_box()
    assert sentence.bounding_box()["y"] < box["y"] + box["height"]  # no list of parameters pushes it out
    page.keyboard.type("max_tokens=1")
    expect(help_).to_be_visible()
    page.wait_for_timeout(JUST_TYPED)
    page.keyboard.press("Escape")
    expect(help_).to_have_count(0)
    expect(cell.editor).to_be_focused()
    expect(cell.editor).to_have_text("client.messages.create(max_tokens=1")
    cell.write("tex")
    page.keyboard.press("Control+Space")
    expect(options(page).first).to_have_text("text_offunction")


def test_tab_goes_on_and_the_keys_are_told(lesson: Lesson) -> None:
    page, cell = lesson.page, lesson.cell(2)
    cell.write("x = 1")
    page.keyboard.press("ControlOrMeta+]")
    expect(cell.editor).to_have_text("    x = 1")
    page.keyboard.press("Tab")
    expect(cell.main).to_be_focused()
    cell.touch()
    page.keyboard.press("F1")
    dialog = page.get_by_role("dialog", name="Keys in the code")
    expect(dialog).to_contain_text("Tab does not indent")
    assert violations(page, within=".tk-keys") == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(cell.editor).to_be_focused()
    page.keyboard.press("Escape")
    expect(cell.main).to_be_focused()


def test_formatting_is_one_step_and_leaves_alone_what_is_no_python(lesson: Lesson) -> None:
    page, cell = lesson.page, lesson.cell(2)
    cell.write(LOOSE)
    page.keyboard.press("Shift+Alt+F")
    expect(cell.status).to_have_text("Formatted. Undo takes it back.")
    assert text_of(cell) == TIDY
    page.keyboard.press("ControlOrMeta+z")
    assert text_of(cell) == LOOSE
    cell.write("x = 1\nfor y in x\n    pass")
    cell.button("More").click()
    cell.button("Format").click()
    expect(cell.status).to_have_text(re.compile(r"line 2 cannot be read as Python: .*as it was"))
    expect(cell.root.locator(".tk-line-error")).to_have_text("for y in x")
    assert text_of(cell) == "x = 1\nfor y in x\n    pass"
    cell.button("More").click()


def test_code_and_output_are_copied(lesson: Lesson) -> None:
    page, cell = lesson.page, lesson.cell(1)
    cell.button("Copy code").click()
    expect(cell.status).to_have_text("Copied the code of cell 1.")
    assert page.evaluate(COPIED).startswith("from turnkeeper import ScriptedModel, connect\n")
    cell.button("More").click()
    cell.button("Copy output").click()
    expect(cell.status).to_have_text("Copied the output of cell 1.")
    assert page.evaluate(COPIED).strip() == cell.output.inner_text().strip()
    expect(cell.root.get_by_role("link", name="Open as notebook")).to_have_attribute(
        "href", re.compile(r"/lite/notebooks/index\.html\?path=stateless\.ipynb$")
    )
    assert violations(page, within="#cell-1") == []
    expect(cell.root.get_by_title("Copy to clipboard")).to_be_hidden()  # Material's own, which copies the printed code


def test_a_link_carries_code_that_is_offered_and_never_put_over_ones_own(lesson: Lesson, reader: Reader) -> None:
    page, cell = lesson.page, lesson.cell(2)
    cell.write("print('from a friend')")
    cell.button("More").click()
    cell.button("Copy link").click()
    expect(cell.status).to_contain_text("Copied a link to cell 2 with your code.")
    link = page.evaluate(COPIED)
    place = link[link.index(LESSON) :]
    with reader() as other:
        mine = Lesson(other).open().cell(2)
        mine.write("print('mine')")
        other.goto(place)
        notice = mine.root.locator(".tk-linked")
        expect(notice).to_contain_text("Someone's code for cell 2 came with this link. It has not run")
        expect(notice).to_contain_text("print('from a friend')")
        expect(mine.editor).to_have_text("print('mine')")
        assert violations(other, within="#cell-2") == []
        assert mine.editor.evaluate("it => getComputedStyle(it).whiteSpace") == "pre"  # Material has renewed the page
        mine.button("Take it").click()
        expect(mine.editor).to_have_text("print('from a friend')")
        expect(notice).to_have_count(0)
        assert other.url.endswith("#cell-2")
        mine.button("My other text").click()
        expect(mine.editor).to_have_text("print('mine')")
        other.goto(f"{LESSON}#cell-1&code=AAAA")
        expect(Part(other, "#cell-1").status).to_contain_text("This link's code is damaged")
        other.goto(f"{LESSON}#cell-99&code=AAAA")
        expect(other.get_by_role("main").get_by_role("alert").filter(has_text="cell-99")).to_be_visible()
        expect(mine.editor).to_have_text("print('mine')")


def test_on_a_phone_lines_break_and_the_code_is_large_enough_to_touch(reader: Reader) -> None:
    with reader(**PHONE) as page:
        cell = Lesson(page).open().cell(1)
        before = cell.root.bounding_box()
        cell.root.locator(".tk-input").tap(position={"x": 30, "y": 20})
        expect(cell.editor).to_be_visible()
        assert cell.editor.evaluate("it => getComputedStyle(it).fontSize") == "16px"
        assert cell.editor.evaluate("it => it.scrollWidth <= it.parentElement.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
        assert abs(cell.root.bounding_box()["height"] - before["height"]) < 4  # nothing jumps when the editor comes
        cell.button("More").tap()
        expect(cell.button("Format")).to_be_visible()
        page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject())")
        cell.button("Copy code").tap()
        handed = cell.root.get_by_label("The text to copy")
        expect(handed).to_be_focused()
        assert handed.evaluate("it => it.value.slice(it.selectionStart, it.selectionEnd)").startswith("from turnkeeper")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
        for control in (*cell.root.get_by_role("button").all(), *cell.root.get_by_role("link").all()):
            box = control.bounding_box()
            assert box is None or min(box["width"], box["height"]) >= 44, control.inner_text()
