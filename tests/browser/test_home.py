"""The home page's demo: a recorded conversation, what is sent for it, and a message of the reader's own."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Reader
from .test_accessibility import SIZES, violations

PYTHON = re.compile(r"/(pyodide/|assets/turnkeeper/(worker|run|editor))")
KNOWS = "Your name is Noor."
KNOWS_NOT = "I don't know your name: it is nowhere in what I was sent."


class Home:
    """What a reader does with the demo."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator("#tk-demo")
        live = self.root.locator(".tk-demo__live")
        self.next = live.get_by_role("button", name="Next message")
        self.again = live.get_by_role("button", name="Start again")
        self.send = live.get_by_role("button", name="Send")
        self.stop = live.get_by_role("button", name="Stop")
        self.without = live.get_by_role("checkbox", name=re.compile("^Without the list"))
        self.field = live.get_by_role("textbox", name="Your own message")
        self.chat = live.get_by_role("group", name="The chat")
        self.sent = live.get_by_role("group", name="What is sent")
        self.rows = self.sent.get_by_role("listitem")
        self.remark = live.locator(".tk-demo__remark")
        self.told = live.locator(".tk-demo__told")
        self.status = live.locator(".tk-status")

    def open(self) -> "Home":
        self.page.goto("")
        expect(self.next).to_be_enabled()
        return self

    def say(self, text: str) -> None:
        self.field.fill(text)
        self.send.click()

    def expect_turn(self, number: int, reply: str) -> None:
        expect(self.sent).to_contain_text(f"Turn {number}:")
        expect(self.replies.last).to_contain_text(reply)
        expect(self.chat.locator(".tk-talk")).to_have_count(2 * number)

    @property
    def replies(self) -> Locator:
        return self.chat.locator(".tk-talk--replied")


@pytest.fixture
def home(page: Page) -> Home:
    return Home(page).open()


@pytest.fixture(scope="module")
def talking(reader: Reader) -> Iterator[Home]:
    """The demo with a Python that runs, for tests that do not mind what was said before them."""
    with reader() as page:
        home = Home(page).open()
        home.say("When are you open?")
        expect(home.replies.last).to_contain_text("from Tuesday to Saturday")
        yield home


def test_the_first_look_shows_that_the_list_is_the_memory(home: Home) -> None:
    home.expect_turn(2, KNOWS)
    expect(home.remark).to_contain_text("The list is the memory.")
    expect(home.rows.filter(has_text="Hello. My name is Noor.")).to_contain_text("sent again")
    expect(home.rows.last).to_contain_text("new")
    viewport = home.page.viewport_size
    for part in (home.next, home.without, home.rows.last, home.field):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= viewport["height"]


def test_the_list_grows_to_the_end_of_the_recording_without_python(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    home = Home(page).open()
    counts = [home.rows.count()]
    for turn in (3, 4, 5):
        home.next.click()
        expect(home.sent).to_contain_text(f"Turn {turn}:")
        counts.append(home.rows.count())
    assert counts == [4, 6, 10, 14]
    home.next.click()
    expect(home.remark).to_contain_text("The recording ends here.")
    home.expect_turn(5, "now has: brake pads, wheel truing, chain")
    home.again.click()
    home.expect_turn(1, "Noted: your name is Noor.")
    assert [url for url in asked if PYTHON.search(url)] == []


def test_without_the_list_the_same_question_is_not_answered(home: Home) -> None:
    home.without.check()
    home.expect_turn(2, KNOWS_NOT)
    expect(home.rows).to_have_count(2)
    expect(home.sent).to_contain_text("Not sent: 2 messages from before.")
    home.without.uncheck()
    home.expect_turn(2, KNOWS)
    expect(home.rows).to_have_count(4)


def test_a_message_of_ones_own_goes_on_where_the_reader_is(talking: Home) -> None:
    home = talking
    home.again.click()
    home.next.click()
    home.say("Is order 3112 <b>ready</b>?")
    home.expect_turn(3, "Order 3112 is ready to collect")
    expect(home.chat.locator(".tk-talk--said").last).to_contain_text("Is order 3112 <b>ready</b>?")
    expect(home.rows).to_have_count(8)
    expect(home.told).to_contain_text("Turn 3. Customer: “Is order 3112 <b>ready</b>?”")
    expect(home.field).to_have_value("")
    expect(home.stop).to_be_hidden()
    home.next.click()  # the recording goes on behind it
    home.expect_turn(4, "Chain: 38 euros.")
    home.say("What is my name?")
    home.expect_turn(5, KNOWS)
    home.without.check()
    home.expect_turn(5, KNOWS_NOT)
    home.without.uncheck()
    home.expect_turn(5, KNOWS)


def test_axe_finds_nothing_in_any_state(talking: Home) -> None:
    home = talking
    home.again.click()
    for _ in range(4):
        home.next.click()
    assert violations(home.page) == []
    home.without.check()
    assert violations(home.page) == []
    home.say("Do you deliver?")
    home.expect_turn(6, "Delivery:")
    assert violations(home.page) == []
    home.without.uncheck()
    expect(home.rows).to_have_count(16)


def test_a_blank_message_is_not_sent(home: Home) -> None:
    home.say("  ")
    expect(home.status).to_have_text("Write a message first.")
    expect(home.field).to_be_focused()
    home.expect_turn(2, KNOWS)


def test_when_python_cannot_be_fetched_the_text_stays_and_can_be_sent_later(home: Home) -> None:
    home.page.context.route("**/pyodide/**", lambda route: route.abort())
    home.say("How much is an inner tube?")
    expect(home.status).to_contain_text("Python could not start")
    expect(home.field).to_have_value("How much is an inner tube?")
    home.expect_turn(2, KNOWS)
    home.next.click()  # the recording does without
    home.expect_turn(3, "Chain: 38 euros.")
    home.page.context.unroute("**/pyodide/**")
    home.send.click()
    home.expect_turn(4, "Inner tube: 12 euros.")


def test_when_the_runner_cannot_be_fetched_the_text_stays_too(home: Home) -> None:
    home.page.context.route("**/run-*.js", lambda route: route.abort())
    home.say("Do you deliver?")
    expect(home.status).to_contain_text("could not be fetched")
    expect(home.field).to_have_value("Do you deliver?")
    home.page.context.unroute("**/run-*.js")
    home.send.click()
    home.expect_turn(3, "Delivery:")


def test_stop_ends_the_wait_and_keeps_the_text(home: Home) -> None:
    home.page.context.route("**/pyodide/pyodide.asm.wasm", lambda route: None)  # never answered
    home.say("Are you open on Mondays?")
    expect(home.status).to_contain_text("Python")
    home.next.click()
    expect(home.remark).to_contain_text("Press Stop to end it.")
    home.without.click()
    expect(home.without).not_to_be_checked()
    home.stop.focus()
    home.page.keyboard.press("Enter")
    expect(home.status).to_contain_text("Stopped")
    expect(home.remark).to_contain_text("The list is the memory.")
    expect(home.stop).to_be_hidden()
    expect(home.field).to_be_focused()
    expect(home.field).to_have_value("Are you open on Mondays?")
    home.next.click()
    home.expect_turn(3, "Chain: 38 euros.")


def test_what_is_typed_is_there_after_a_reload(home: Home) -> None:
    home.page.context.route("**/pyodide/**", lambda route: route.abort())
    home.field.press_sequentially("half a sent")
    home.page.reload()
    expect(home.next).to_be_enabled()
    expect(home.field).to_have_value("half a sent")


def test_the_keyboard_alone_does_it_all_and_the_focus_stays(home: Home) -> None:
    press = home.page.keyboard.press
    home.next.focus()
    press("Enter")
    expect(home.told).to_contain_text("Turn 3. Customer: “How much is a chain?” Assistant: “Chain: 38 euros.”")
    expect(home.next).to_be_focused()
    for _ in range(3):
        press("Space")
    expect(home.remark).to_contain_text("The recording ends here.")
    expect(home.next).to_be_focused()
    press("Tab")
    expect(home.again).to_be_focused()
    press("Enter")
    home.expect_turn(1, "Noted: your name is Noor.")
    press("Tab")
    expect(home.without).to_be_focused()
    press("Space")
    expect(home.without).to_be_checked()
    expect(home.remark).to_contain_text("as before")
    home.field.focus()
    home.page.keyboard.type("What is my name?")
    press("Enter")
    home.expect_turn(2, KNOWS_NOT)
    expect(home.field).to_be_focused()


def test_a_pane_that_is_full_can_be_scrolled_by_the_keyboard(home: Home) -> None:
    for _ in range(3):
        home.next.click()
    home.without.focus()
    home.page.keyboard.press("Tab")
    expect(home.chat).to_be_focused()
    assert home.chat.evaluate("pane => pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 1")


def test_without_scripts_all_turns_stand_one_below_the_other(reader: Reader) -> None:
    with reader(java_script_enabled=False) as page:
        page.goto("")
        expect(page.locator(".tk-demo__live")).to_be_hidden()
        turns = page.locator(".tk-demo__all .tk-turn")
        expect(turns).to_have_count(10)
        for number in range(10):
            expect(turns.nth(number)).to_be_visible()
        expect(turns.nth(1)).to_contain_text(KNOWS)
        expect(turns.nth(6)).to_contain_text(KNOWS_NOT)


def test_nothing_moves_when_the_script_takes_over(reader: Reader) -> None:
    parts = (".tk-demo", ".tk-demo__next", ".tk-demo__live .tk-row:last-child", ".md-content .md-button")
    with reader() as page:
        page.route("**/lesson.js", lambda route: route.abort())
        page.goto("")
        before = [page.locator(part).first.bounding_box() for part in parts]
        assert page.locator(".tk-demo__next").is_disabled()
        page.unroute("**/lesson.js")
        Home(page).open()
        assert [page.locator(part).first.bounding_box() for part in parts] == before


def test_on_a_phone_the_columns_are_one_and_nothing_is_cut_off(reader: Reader) -> None:
    with reader(viewport=SIZES["phone"]) as page:
        home = Home(page).open()
        for _ in range(3):
            home.next.click()
        chat, sent = home.chat.bounding_box(), home.sent.bounding_box()
        assert chat["y"] + chat["height"] <= sent["y"]
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert home.sent.evaluate("pane => pane.scrollHeight <= pane.clientHeight + 1")


def test_leaving_the_page_and_coming_back_begins_again_with_a_live_demo(home: Home) -> None:
    home.page.wait_for_load_state("networkidle")
    home.next.click()
    navigation = home.page.locator("nav.md-nav--primary")
    navigation.get_by_role("link", name="In the browser").click()
    expect(home.root).to_have_count(0)
    navigation.get_by_role("link", name="Home").click()
    expect(home.next).to_be_enabled()
    home.expect_turn(2, KNOWS)
    home.next.click()
    home.expect_turn(3, "Chain: 38 euros.")
