"""Turns with tool calls: results, the limit, and a crash between any two steps."""

import logging

import anthropic
import pytest
from anthropic.types import ToolUseBlock

from turnkeeper import Conversation, ScriptedModel, bill, check_history, connect
from turnkeeper.conversation import (
    APOLOGY,
    NOT_RUN,
    UNKNOWN,
    OpenTurnError,
)
from turnkeeper.conversation.open_turn import OpenTurn
from turnkeeper.scripts.shop import SYSTEM, TOOLS, Shop
from turnkeeper.scripts.shop_assistant import shop_assistant
from turnkeeper.store import MemoryStore

from .blocks import assistant, call, result, searched, text, user
from .talk import LOOK, NEXT, Answering, Breaking, Broken, is_sendable, kinds, scripted

# ------------------------------------------------------------------ tools


def test_the_shop_answers_with_its_tools():
    shop, model = Shop(), ScriptedModel(shop_assistant, target="strict")
    conversation = Conversation(connect(model), system=SYSTEM, tools=TOOLS, run_tool=shop.run)
    assert conversation.send("Please add a chain to my order 3107.").startswith("Order 3107 now has")
    assert shop.orders["3107"]["jobs"][-1] == "chain"
    assert kinds(conversation) == [
        ("user", "text"),
        ("assistant", "tool_use"),
        ("user", "tool_result"),
        ("assistant", "text"),
    ]
    assert conversation.stop_reason == "end_turn"
    assert len(conversation.usages) == 2
    assert conversation.last_usage is conversation.usages[-1]
    assert bill(conversation.usages[0], conversation.model).total > 0
    conversation.send("What time do you close?")
    assert len(conversation.usages) == 1
    assert check_history([*conversation.messages, NEXT], target="strict", tools=TOOLS) == []


def test_parallel_calls_are_answered_in_one_message_in_their_order():
    order = []

    def run(block):
        order.append(block["id"])
        block["input"].clear()  # its own copy
        return f"seen {block['id']}"

    said = [call("b", input={"x": 1}), call("a", input={"x": 2})]
    conversation, _ = scripted(said, "Both seen.", run_tool=run)
    assert conversation.send("Look twice.") == "Both seen."
    assert order == ["b", "a"]
    assert conversation.messages[1:3] == [
        assistant(*said),
        user(result("b", content="seen b"), result("a", content="seen a")),
    ]


@pytest.mark.parametrize(
    ("returned", "content"),
    [
        ("seen", "seen"),
        ("", ""),
        (None, "null"),
        ({"größe": [1, 2.5, None]}, '{"größe": [1, 2.5, null]}'),
        ({"type": "tool_result", "tool_use_id": "another", "content": (text("seen"),)}, [text("seen")]),
    ],
)
def test_a_tool_may_return_a_text_or_json_or_a_result(returned, content):
    conversation, _ = scripted([call("a")], "Done.", run_tool=lambda block: returned)
    conversation.send("Look.")
    assert conversation.messages[2] == user(result("a", content=content))
    assert is_sendable(conversation)


@pytest.mark.parametrize(
    ("returned", "content"),
    [
        ("half \ud800", "half ?"),
        ({"é\udfff": ["\ud800"]}, '{"é?": ["?"]}'),
        ({"type": "tool_result", "content": "half \ud800"}, "half ?"),
        ({"type": "tool_result", "content": [text("é \ud800")]}, [text("é ?")]),
    ],
)
def test_what_no_request_can_hold_is_replaced_in_results(returned, content):
    conversation, model = scripted([call("a")], "Done.", run_tool=lambda block: returned)
    assert conversation.send("Look.") == "Done."
    assert model.requests[1].messages[2] == user(result("a", content=content))


def test_what_no_request_can_hold_is_replaced_in_what_a_tool_raises():
    def run(block):
        raise ValueError("half \ud800")

    conversation, _model = scripted([call("a")], "Done.", run_tool=run)
    assert conversation.send("Look.") == "Done."
    assert conversation.messages[2]["content"][0]["content"] == "The tool look failed: ValueError: half ?"


def test_what_no_request_can_hold_is_replaced_in_a_reply():
    """JSON may name half a character, and a model writes JSON."""
    said = [ToolUseBlock(type="tool_use", id="a", name="look", input={"at": "\ud800"}), text("half \udfff")]
    conversation = Conversation(Answering(said, [text("Done.")]), tools=LOOK, run_tool=lambda block: block["input"])
    assert conversation.send("Look.") == "Done."
    assert conversation.messages[1:3] == [
        assistant(call("a", input={"at": "?"}), text("half ?")),
        user(result("a", content='{"at": "?"}')),
    ]


def fails(block):
    raise KeyError("no such order")


@pytest.mark.parametrize(
    ("run", "told"),
    [
        (fails, "The tool look failed: KeyError: 'no such order'"),
        (lambda block: {1, 2}, "The tool look failed: TypeError: Object of type set is not JSON serializable"),
        (lambda block: float("nan"), "The tool look failed: ValueError: Out of range float values are not JSON"),
        (lambda block: {"type": "tool_result", "content": 5}, "The tool look returned what no result can hold: "),
    ],
)
def test_a_tool_that_fails_is_an_error_result_and_logged(run, told, caplog):
    conversation, _ = scripted([call("a")], "Sorry.", run_tool=run)
    with caplog.at_level(logging.WARNING, "turnkeeper.conversation"):
        assert conversation.send("Look.") == "Sorry."
    [answer] = conversation.messages[2]["content"]
    assert answer["is_error"]
    assert answer["content"].startswith(told)
    assert "Traceback" not in answer["content"]
    assert "\n" not in answer["content"]
    assert len(caplog.records) == 1
    assert is_sendable(conversation)


def test_without_run_tool_the_caller_answers_the_calls():
    conversation, model = scripted([text("Let me look."), call("a"), call("b")], "Both seen.", run_tool=None)
    assert conversation.send("Look.") == "Let me look."
    assert conversation.is_open
    assert [block["id"] for block in conversation.open_calls] == ["a", "b"]
    assert conversation.send("Look.") == "Let me look."  # it goes on, to the same place
    with pytest.raises(OpenTurnError, match="send the results of its 2 tool calls"):
        conversation.send([result("a")])
    assert conversation.send([result("b"), result("a")]) == "Both seen."
    assert not conversation.is_open
    assert len(model.requests) == 2
    assert [message["role"] for message in conversation.messages] == ["user", "assistant"] * 2


@pytest.mark.parametrize("content", [[{"type": "search_result", "tool_use_id": "a"}], [text("a")]])
def test_only_results_answer_a_call(content):
    conversation, _ = scripted([call("a")], run_tool=None)
    conversation.send("Look.")
    with pytest.raises(OpenTurnError):
        conversation.send(content)
    assert [block["id"] for block in conversation.open_calls] == ["a"]


def test_results_that_the_api_refuses_are_taken_back():
    conversation, _model = scripted([call("a")], "Seen.", run_tool=None)
    conversation.send("Look.")
    with pytest.raises(anthropic.BadRequestError):
        conversation.send([text("First this."), result("a")])
    assert [block["id"] for block in conversation.open_calls] == ["a"]
    assert conversation.send([result("a"), text("Then this.")]) == "Seen."


def test_calls_that_the_caller_had_are_told_as_unknown_when_the_turn_is_resumed():
    conversation, _ = scripted([call("a")], "I do not know.", run_tool=None)
    conversation.send("Look.")
    assert conversation.resume(rerun=True) == "I do not know."
    assert conversation.messages[2] == user(result("a", content=UNKNOWN, is_error=True))


# ------------------------------------------------------------------ the limit of calls


def test_at_the_limit_the_apology_ends_the_turn():
    ran = []
    said = [[call(str(number)), call(f"{number}b")] for number in range(3)]
    conversation, model = scripted(*said, "And on.", run_tool=lambda block: ran.append(block["id"]), max_calls=3)
    assert conversation.send("Look.") == APOLOGY
    assert len(model.requests) == 3
    assert ran == ["0", "0b", "1", "1b"]
    assert conversation.messages[-2:] == [
        user(result("2", content=NOT_RUN, is_error=True), result("2b", content=NOT_RUN, is_error=True)),
        assistant(text(APOLOGY)),
    ]
    assert is_sendable(conversation)
    assert conversation.send("Go on.") == "And on."


def test_every_step_of_a_turn_is_read_once(monkeypatch):
    """So a long turn takes a time that grows with its steps, and no faster."""
    read, add = [], OpenTurn.add
    monkeypatch.setattr(OpenTurn, "add", lambda turn, step: read.append(step) or add(turn, step))
    rounds = 30
    conversation, _model = scripted(*([call(str(number))] for number in range(rounds)), "Done.", max_calls=rounds + 1)
    assert conversation.send("Look.") == "Done."
    assert len(conversation.messages) == 2 + 2 * rounds
    assert len(read) == 1 + 3 * rounds


def test_the_limit_counts_the_calls_before_a_crash():
    store = Breaking(4, after=False)
    conversation, _ = scripted([call("a")], store=store, id="c", run_tool=lambda block: "seen")
    with pytest.raises(Broken):
        conversation.send("Look.")  # the result of the call is lost
    ran = []
    again, model = scripted(store=store, id="c", run_tool=ran.append, max_calls=1, apology="No more.")
    store.start_again()
    assert again.resume() == "No more."
    assert (ran, model.requests) == ([], [])
    assert again.messages[2] == user(result("a", content=UNKNOWN, is_error=True))


def test_a_lower_limit_ends_a_turn_whose_calls_are_answered():
    store = MemoryStore()
    steps = [{"asked": "Look."}, {"reply": [call("a")]}, {"result": result("a", content="seen")}]
    store.write("c", 0, keep_messages=0, steps=steps)
    conversation, _ = scripted(store=store, id="c", max_calls=1)
    assert conversation.resume() == APOLOGY
    assert conversation.messages[2:] == [user(result("a", content="seen")), assistant(text(APOLOGY))]


def test_the_apology_stands_behind_what_was_paused():
    paused = {"content": [text("Searching."), searched("srvtoolu_1")], "stop_reason": "pause_turn"}
    conversation, _ = scripted(paused, max_calls=1, target="claude")
    assert list(conversation.stream("Search.")) == ["Searching.", APOLOGY]
    assert conversation.messages[1] == assistant(text("Searching."), text(APOLOGY))
    assert is_sendable(conversation)


# ------------------------------------------------------------------ a crash between any two steps


SAID = ([text("Let me look."), call("a"), call("b")], [call("c")], "All seen.")
WRITES = (
    1 + 1 + 4 + 1 + 2 + 1
)  # the question, a reply, two calls with results, a reply, a call with its result, the end


@pytest.mark.parametrize("rerun", [False, True, lambda block: block["id"] == "a"])
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("at", range(1, WRITES + 1))
def test_a_turn_is_finished_after_a_crash_at_any_write(at, after, rerun):
    ran, store = [], Breaking(at, after=after)

    def run(block):
        ran.append(block["id"])
        return f"seen {block['id']}"

    def by_history(request):
        """A model that knows only what it is sent."""
        return SAID[sum(message["role"] == "assistant" for message in request.messages)]

    def opened():
        client = connect(ScriptedModel(by_history, target="strict"))
        return Conversation(client, tools=LOOK, run_tool=run, store=store, id="c")

    with pytest.raises(Broken):
        opened().send("Look.")
    store.start_again()
    left = store.load("c")
    conversation = opened()
    if left.steps:
        assert conversation.resume(rerun=rerun) == "All seen."
    elif not left.messages:
        assert conversation.messages == []
        conversation.send("Look.")
    assert kinds(conversation) == [
        ("user", "text"),
        ("assistant", "text tool_use tool_use"),
        ("user", "tool_result tool_result"),
        ("assistant", "tool_use"),
        ("user", "tool_result"),
        ("assistant", "text"),
    ]
    assert store.load("c").messages == conversation.messages
    assert store.load("c").steps == []
    assert is_sendable(conversation)
    results = {r["tool_use_id"]: r["content"] for place in (2, 4) for r in conversation.messages[place]["content"]}
    unknown = [id for id, told in results.items() if told == UNKNOWN]
    allowed = [id for id in "abc" if (rerun(call(id)) if callable(rerun) else rerun)]
    assert not set(unknown) & set(allowed)
    assert len(unknown) <= 1
    for id in "abc":
        assert ran.count(id) <= (2 if id in allowed else 1)
        assert results[id] == (UNKNOWN if id in unknown else f"seen {id}")


def test_the_crash_test_knows_how_many_writes_there_are():
    store = Breaking(0, after=False)
    conversation, _ = scripted(*SAID, store=store)
    conversation.send("Look.")
    assert store.writes == WRITES


def test_a_tool_that_is_interrupted_is_not_run_again():
    ran = []

    def run(block):
        ran.append(block["id"])
        raise KeyboardInterrupt

    conversation, _ = scripted([call("a")], "I do not know.", run_tool=run)
    with pytest.raises(KeyboardInterrupt):
        conversation.send("Look.")
    assert conversation.is_open
    assert conversation.send("Look.") == "I do not know."
    assert ran == ["a"]
    assert conversation.messages[2] == user(result("a", content=UNKNOWN, is_error=True))
