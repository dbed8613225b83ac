"""The home page's demo: what it shows is what the engine does, and it is complete without JavaScript."""

import json
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from markdown import markdown
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from turnkeeper import Conversation, ScriptedModel, connect
from turnkeeper.cells import run_cell
from turnkeeper.messages import turns
from turnkeeper.scripts import Shop, shop_assistant
from turnkeeper.scripts.shop import SYSTEM, TOOLS
from turnkeeper.scripts.shop_assistant import ASKS
from turnkeeper.site import demo, demo_turns
from turnkeeper.site.plugin import TurnkeeperPlugin

INDEX = Path(__file__).resolve().parents[2] / "docs" / "index.md"
SAID = [said.text for said in demo.SCRIPT]
RUNS = {True: ".tk-turns--with", False: ".tk-turns--without"}


@pytest.fixture(scope="module")
def page() -> BeautifulSoup:
    return BeautifulSoup(demo.demo(), "html.parser")


def recorded(page: BeautifulSoup, with_list: bool) -> list[Tag]:
    return page.select(f".tk-demo__all {RUNS[with_list]} > li")


def rows(turn: Tag) -> list[tuple[str, int]]:
    """Each row of a turn as its mark and its tokens."""
    return [
        (
            row.select_one(".tk-row__mark").get_text(),
            int(row.select_one(".tk-row__tokens").contents[0].replace(",", "")),
        )
        for row in turn.select(".tk-row")
    ]


def figures(turn: Tag) -> list[int]:
    return [int(figure.get_text().replace(",", "")) for figure in turn.select(".tk-sent__figures strong")]


@pytest.mark.parametrize("with_list", [True, False])
def test_the_recording_is_what_the_engine_says_and_sends(page: BeautifulSoup, with_list: bool) -> None:
    model, shop = ScriptedModel(shop_assistant), Shop()
    pick: Any = None if with_list else lambda messages: turns(messages)[-1]
    talk = Conversation(connect(model), system=SYSTEM, tools=TOOLS, run_tool=shop.run, pick_history=pick)
    held = recorded(page, with_list)
    assert len(held) == len(SAID) >= 4
    sent_before: list[Any] = []
    in_all = 0
    for said, turn in zip(SAID, held, strict=True):
        reply = talk.send(said)
        chat = [line.get_text() for line in turn.select(".tk-talk")]
        assert chat == [f"Customer {said}", f"Assistant {reply}"]
        last = model.requests[-1].messages
        fixed, *messages = rows(turn)
        again = [mark == "sent again" for mark, _ in messages]
        assert again == [message in sent_before for message in last]
        assert fixed[0] == ("sent again" if sent_before else "new")
        assert fixed[1] + sum(tokens for _, tokens in messages) == talk.last_usage.input_tokens
        this_turn = sum(usage.input_tokens for usage in talk.usages)
        in_all += this_turn
        assert figures(turn) == [this_turn, in_all]
        sent_before = list(last)


def test_only_the_list_makes_the_difference(page: BeautifulSoup) -> None:
    answers = {
        with_list: [turn.select(".tk-talk--replied")[0].get_text() for turn in recorded(page, with_list)]
        for with_list in RUNS
    }
    asked = SAID.index("What is my name?")
    assert "Noor" in answers[True][asked]
    assert "Noor" not in answers[False][asked]
    assert ASKS not in answers[True][-1]
    assert ASKS in answers[False][-1]
    assert any("calls look_up" in turn.get_text() for turn in recorded(page, True))


def test_with_the_list_the_stack_grows_each_turn_and_without_it_does_not(page: BeautifulSoup) -> None:
    with_list = [len(rows(turn)) for turn in recorded(page, True)]
    assert all(earlier < later for earlier, later in pairwise(with_list))
    assert [len(rows(turn)) for turn in recorded(page, False)] == [2, 2, 2, 4, 2]


def test_the_live_half_begins_as_the_recording_does(page: BeautifulSoup) -> None:
    opening = recorded(page, True)[: demo.OPENING]
    live = page.select_one(".tk-demo__live")
    assert live.select_one(".tk-demo__chat").decode_contents() == "".join(
        turn.select_one(".tk-demo__chat").decode_contents() for turn in opening
    )
    for part in (".tk-demo__sent", ".tk-demo__remark"):
        assert live.select_one(part).decode_contents() == opening[-1].select_one(part).decode_contents()
    root = page.select_one("#tk-demo")
    assert json.loads(root["data-script"]) == SAID
    assert root["data-opening"] == str(demo.OPENING)


def test_every_turn_has_its_words_and_the_same_again_each_time(page: BeautifulSoup) -> None:
    assert demo.demo() == demo.demo()
    for with_list in RUNS:
        for number, turn in enumerate(recorded(page, with_list), 1):
            assert turn.select_one(".tk-demo__remark").get_text().endswith(".")
            assert turn["data-told"].startswith(f"Turn {number}. Customer: “{SAID[number - 1]}” Assistant: “")


def test_markdown_leaves_the_demo_as_it_is() -> None:
    html = demo.demo()
    assert markdown(f"a\n\n{html}\n\nb") == f"<p>a</p>\n{html}\n\n<p>b</p>"


def test_the_plugin_puts_the_demo_into_the_home_page(page: BeautifulSoup) -> None:
    text = INDEX.read_text(encoding="utf-8")
    assert text.count(demo.PLACEHOLDER) == 1
    assert text.count('<div class="tk-continue"></div>') == 1
    home: Any = SimpleNamespace(file=SimpleNamespace(src_uri="index.md", content_string=text))
    made = TurnkeeperPlugin().on_page_markdown(text, page=home, config=MkDocsConfig(), files=Files([]))
    assert made == text.replace(demo.PLACEHOLDER, demo.demo())


def test_a_message_of_the_reader_goes_on_with_the_same_conversation() -> None:
    own = 'Is <b>order</b> 3112 ready & "paid"?'
    answer = json.loads(demo_turns.answer([*SAID[:2], own], with_list=True))
    assert set(answer) == {"chat", "sent", "told", "remark"}
    chat = BeautifulSoup(answer["chat"], "html.parser")
    assert [line.get_text() for line in chat.select(".tk-talk--said")] == [
        f"Customer {said}" for said in (*SAID[:2], own)
    ]
    assert chat.select(".tk-talk--replied")[-1].get_text().startswith("Assistant Order 3112 is ready to collect")
    sent = BeautifulSoup(answer["sent"], "html.parser")
    assert [mark for mark, _ in rows(sent)] == ["sent again"] * 4 + ["new"] * 4
    assert not sent.select(".tk-row b b")
    assert own in answer["told"]


def test_without_the_list_a_turn_says_how_much_was_left_out() -> None:
    answer = json.loads(demo_turns.answer([SAID[0], "When are you open?"], with_list=False))
    assert "Not sent: 2 messages from before." in answer["sent"]
    assert answer["remark"] == "The model saw the newest message, and none of the 2 before it."


def test_the_page_can_run_the_module_as_a_cell() -> None:
    said = ["Hello.", 'A "quoted" \\ text,\nin two lines, with é and 🚲.']
    module = Path(demo_turns.__file__).read_text(encoding="utf-8")
    printed: list[tuple[str, str]] = []
    cell = f"{module}\nprint(answer(json.loads({json.dumps(json.dumps(said))}), with_list=True))\n"
    assert run_cell(cell, {}, lambda kind, text: printed.append((kind, text))) == {"ok": True}
    assert {kind for kind, _ in printed} == {"stdout"}
    assert "".join(text for _, text in printed) == demo_turns.answer(said, with_list=True) + "\n"
