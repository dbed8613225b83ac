import json
import logging
from types import SimpleNamespace

import anthropic
import pytest

from turnkeeper import Conversation, ScriptedModel, bill, check_history, connect
from turnkeeper.clearing import without_thinking
from turnkeeper.conversation import (
    APOLOGY,
    CUT_REPLY,
    EMPTY_REPLY,
    NOT_RUN,
    REFUSED_REPLY,
    UNKNOWN,
    OpenTurnError,
)
from turnkeeper.scripts import reader, replies
from turnkeeper.scripts.shop import SYSTEM, TOOLS, Shop
from turnkeeper.scripts.shop_assistant import shop_assistant
from turnkeeper.store import ConversationChangedError, MemoryStore, StoreError

from .blocks import HI, assistant, call, found, picture, png, result, searched, text, thought, tool, user

LOOK = [tool("look")]
BINDS = "claude-opus-5-5"
NEXT = user("And then?")


def scripted(*said, target="strict", **options):
    """Return a conversation with a model that says these replies, its tool `look`, and the model."""
    model = ScriptedModel(replies(*said), target=target)
    return Conversation(connect(model), **{"tools": LOOK, "run_tool": lambda call: "seen", **options}), model


class Answering:
    """A client whose replies are these lists of blocks, for what the offline API never says.

    Args:
        said: The replies.
        reasons: Why each of them ended; "end_turn" where none is given.
    """

    def __init__(self, *said, reasons=()):
        self.left = [*zip(said, [*reasons, *["end_turn"] * len(said)], strict=False)]
        self.requests = []
        self.messages = SimpleNamespace(create=self.create)

    def create(self, **fields):
        self.requests.append(fields)
        content, stop_reason = self.left.pop(0)
        return SimpleNamespace(content=content, stop_reason=stop_reason, usage=len(self.requests))


def is_sendable(conversation):
    """Tell whether the next question can be sent, on every platform."""
    history = [*conversation.messages, NEXT]
    return check_history(history, target="strict", tools=LOOK, model=conversation.model) == []


def kinds(conversation):
    """Return the roles and the types of the blocks."""
    return [
        (m["role"], "text" if isinstance(m["content"], str) else " ".join(b["type"] for b in m["content"]))
        for m in conversation.messages
    ]


class Broken(Exception):
    """What stands for a crash."""


class Breaking(MemoryStore):
    """A store in memory at whose n-th write the process ends, before it is done or after."""

    def __init__(self, at, *, after):
        super().__init__()
        self.at, self.after, self.writes, self.ended = at, after, 0, False

    def write(self, *args, **more):
        self.writes += 1
        last, self.ended = self.ended, self.ended or self.writes == self.at
        if last or (self.ended and not self.after):
            raise Broken
        version = super().write(*args, **more)
        if self.ended:
            raise Broken
        return version

    def start_again(self):
        self.at, self.ended = 0, False


# ------------------------------------------------------------------ the whole history is sent and kept


def test_the_whole_history_is_sent_and_kept():
    model = ScriptedModel(reader)
    conversation = Conversation(connect(model), system="Be kind.")
    assert conversation.send("My name is Noor.") == "Noted: your name is Noor."
    first = conversation.last_usage.input_tokens
    assert conversation.send("What is my name?") == "Your name is Noor."
    assert conversation.last_usage.input_tokens > first
    assert [message["role"] for message in conversation.messages] == ["user", "assistant"] * 2
    assert [len(request.messages) for request in model.requests] == [1, 3]
    assert {request.system for request in model.requests} == {"Be kind."}


def test_the_replys_blocks_are_kept_as_plain_json():
    called = call("toolu_1", input={"order": None, "price": 1.0, "number": 10**30, "é": ["\u2028"]})
    said = [{"type": "thinking", "thinking": "Hm.\n", "signature": "x"}, text("Let me look."), called]
    conversation, model = scripted(said, run_tool=None, target="claude")
    assert conversation.send("Where is it?") == "Let me look."
    kept = conversation.messages[-1]["content"]
    assert json.loads(json.dumps(kept)) == kept
    assert kept[1:] == [text("Let me look."), called]
    assert kept[0]["thinking"] == "Hm.\n"
    assert model.requests[0].messages == [user("Where is it?")]


def test_a_null_that_the_api_sends_beside_a_text_is_not_kept():
    client = Answering([{"type": "text", "text": "Fine.", "citations": None}])
    conversation = Conversation(client)
    assert conversation.send("How are you?") == "Fine."
    assert conversation.messages[-1]["content"] == [text("Fine.")]


def test_no_system_prompt_is_not_an_empty_one():
    model = ScriptedModel(reader)
    Conversation(connect(model)).send("Hello.")
    assert model.requests[0].system is None
    assert model.requests[0].tools == ()


def test_further_fields_go_into_every_request():
    model = ScriptedModel(reader)
    conversation = Conversation(connect(model), fields={"cache_control": {"type": "ephemeral"}})
    conversation.send("Hello.")
    assert model.requests[0].fields["cache_control"] == {"type": "ephemeral"}


def test_blocks_can_be_sent_and_belong_to_the_conversation():
    model = ScriptedModel(reader)
    conversation = Conversation(connect(model))
    said = [picture(png(8, 8)), text("What is this?")]
    conversation.send(said)
    said[1]["text"] = "Something else."
    assert conversation.messages[0] == user(picture(png(8, 8)), text("What is this?"))
    conversation.messages.clear()
    assert len(conversation.messages) == 2


@pytest.mark.parametrize("content", [None, 5, ["Hello."], {"role": "user"}])
def test_what_is_no_content_is_refused_before_anything_is_kept(content):
    conversation = Conversation(connect())
    with pytest.raises(TypeError):
        conversation.send(content)
    assert conversation.messages == []


@pytest.mark.parametrize(("wrong", "told"), [({"max_calls": 0}, "1 or more"), ({"apology": " \n"}, "blank")])
def test_settings_that_cannot_work_are_refused(wrong, told):
    with pytest.raises(ValueError, match=told):
        Conversation(connect(), **wrong)


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


# ------------------------------------------------------------------ how a reply may end


def test_a_paused_reply_goes_on_in_the_same_message():
    paused = [text("Searching. "), searched("srvtoolu_1")]
    rest = [found("srvtoolu_1"), text("Found.")]
    client = Answering(paused, rest, reasons=["pause_turn"])
    conversation = Conversation(client)
    assert conversation.send("Search.") == "Searching. Found."
    assert conversation.messages == [user("Search."), assistant(*paused, *rest)]
    assert client.requests[1]["messages"] == [user("Search."), assistant(*paused)]
    assert conversation.usages == [1, 2]
    assert is_sendable(conversation)


def test_a_paused_call_that_never_gets_its_result_is_left_out():
    paused = {"content": [searched("srvtoolu_1")], "stop_reason": "pause_turn"}
    conversation, model = scripted(paused, "I found nothing.", target="claude")
    assert conversation.send("Search.") == "I found nothing."
    assert model.requests[1].messages == [user("Search."), assistant(searched("srvtoolu_1"))]
    assert conversation.messages == [user("Search."), assistant(text("I found nothing."))]


def test_a_call_of_the_apis_own_tools_may_wait_for_the_results_of_others():
    mixed, rest = [searched("srvtoolu_1"), call("a")], [found("srvtoolu_1"), text("Found.")]
    conversation = Conversation(Answering(mixed, rest), tools=LOOK, run_tool=lambda block: "seen")
    assert conversation.send("Search.") == "Found."
    assert conversation.messages[1] == assistant(*mixed)
    assert is_sendable(conversation)
    conversation, _ = scripted(mixed, max_calls=1, target="claude")
    assert conversation.send("Search.") == APOLOGY
    assert conversation.messages[1] == assistant(call("a"))
    assert is_sendable(conversation)


@pytest.mark.parametrize(
    ("model", "calls", "told"), [("claude-haiku-5-5", 1, "So far."), ("claude-haiku-4-5", 2, "So far. Done.")]
)
def test_a_pause_behind_text_ends_the_turn_where_a_reply_cannot_be_begun(model, calls, told):
    paused = {"content": [text("So far.")], "stop_reason": "pause_turn"}
    conversation, scripted_model = scripted(paused, " Done.", model=model, target="claude")
    assert conversation.send("Go.") == told
    assert len(scripted_model.requests) == calls
    assert is_sendable(conversation)


@pytest.mark.parametrize("stop_reason", ["max_tokens", "model_context_window_exceeded", "refusal"])
@pytest.mark.parametrize(
    ("content", "kept"),
    [
        ([text("Let me"), call("a", input={})], [text("Let me")]),
        ([call("a"), call("b")], None),
        ([thought("Hm"), call("a")], None),
        ([thought("Hm")], None),
        ([thought("Hm"), text("So")], [thought("Hm"), text("So")]),
        ([text("So"), thought("Hm")], [text("So")]),
        ([text("So"), searched("srvtoolu_1")], [text("So")]),
        ([searched("srvtoolu_1"), found("srvtoolu_1")], [searched("srvtoolu_1"), found("srvtoolu_1")]),
        ([], None),
        ([text(" ")], None),
    ],
)
def test_calls_of_a_reply_that_was_cut_are_left_out_and_never_run(stop_reason, content, kept):
    note = REFUSED_REPLY if stop_reason == "refusal" else CUT_REPLY
    conversation = Conversation(Answering(content, reasons=[stop_reason]), tools=LOOK, run_tool=fails)
    said = conversation.send("Look.")
    assert conversation.messages[1]["content"] == (kept or [text(note)])
    assert said == (note if kept is None else "".join(block.get("text", "") for block in kept))
    assert conversation.stop_reason == stop_reason
    assert is_sendable(conversation)


def test_a_call_that_the_offline_api_cuts_is_left_out():
    said = [text("Let me look."), call("a", input={"order": "3107 " * 50})]
    conversation, _ = scripted(said, max_tokens=25)
    assert conversation.send("Look.") == "Let me look."
    assert conversation.stop_reason == "max_tokens"
    assert kinds(conversation) == [("user", "text"), ("assistant", "text")]


def test_a_refusal_can_be_taken_back():
    conversation, model = scripted({"content": [], "stop_reason": "refusal"}, "Gladly.")
    assert conversation.send("Do harm.") == REFUSED_REPLY
    assert conversation.undo() == "Do harm."
    assert conversation.send("Do good.") == "Gladly."
    assert model.requests[-1].messages == [user("Do good.")]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("said", [[], [text("")], [text("\n\n")], [text(""), text(" ")], [thought("Hm.")]])
def test_an_empty_reply_is_told_and_the_next_question_can_be_sent(said, stream):
    conversation, _ = scripted(said, "Here I am.")
    told = "".join(conversation.stream("Are you there?")) if stream else conversation.send("Are you there?")
    assert told.strip() == EMPTY_REPLY
    assert conversation.messages[1] == assistant(text(EMPTY_REPLY))
    assert is_sendable(conversation)
    assert conversation.send("And now?") == "Here I am."


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ([text(""), text("Yes.")], [text("Yes.")]),
        ([text("Yes,"), text(" "), text("no.")], [text("Yes,"), text(" "), text("no.")]),
    ],
)
def test_blank_text_is_kept_where_it_parts_words(said, kept):
    conversation, _ = scripted(said, "Good.")
    assert conversation.send("Well?") == "".join(block["text"] for block in kept)
    assert conversation.messages[1]["content"] == kept
    assert conversation.send("And?") == "Good."


@pytest.mark.parametrize("blank", ["", "\n\n"])
def test_blank_text_in_front_of_a_call_is_dropped(blank):
    conversation, _ = scripted([text(blank), call("a")], "Good.")
    assert conversation.send("Well?") == "Good."
    assert conversation.messages[1] == assistant(call("a"))


# ------------------------------------------------------------------ what is sent


def test_pick_history_is_asked_before_every_call_and_the_history_stays_whole():
    seen = []

    def pick(messages):
        seen.append(len(messages))
        messages.reverse()  # a list of its own
        return messages[: 3 if messages[0]["content"] == [result("a", content="seen")] else 1][::-1]

    conversation, model = scripted("Hello.", [call("a")], "Good.", pick_history=pick)
    conversation.send("Hello.")
    conversation.send("Look.")
    assert seen == [1, 3, 5]
    assert [len(request.messages) for request in model.requests] == [1, 1, 3]
    assert [message["role"] for message in conversation.messages] == ["user", "assistant"] * 3


@pytest.mark.parametrize(
    ("pick", "told"),
    [
        (lambda messages: [], "chose none of the 3 messages"),
        (lambda messages: [{"role": "system", "content": "Be kind."}], "chose none of the 3 messages"),
        (lambda messages: messages[:2], "chose 2 of the 3 messages and left out the newest, which has the role user"),
        (lambda messages: [user("Something else.")], "left out the newest"),
        (lambda messages: [user(text("Look."), picture(png(9, 9)))], "left out the newest"),
    ],
    ids=["none", "system", "shorter", "other", "picture"],
)
def test_a_choice_without_the_newest_message_is_refused_before_anything_is_sent(pick, told):
    conversation, model = scripted("Hello.")
    conversation.send("Hello.")
    before = conversation.messages
    conversation.pick_history = pick
    with pytest.raises(ValueError, match=told):
        conversation.send([text("Look."), picture(png(8, 8))])
    assert len(model.requests) == 1
    assert conversation.messages == before
    assert not conversation.is_open


def test_the_newest_message_may_hold_more_and_a_system_message_may_follow():
    def pick(messages):
        *_, newest = messages
        marked = [{**block, "cache_control": {"type": "ephemeral"}} for block in newest["content"]]
        facts = text("<known_facts>Noor</known_facts>")
        return [{"role": "user", "content": [*marked, facts]}, {"role": "system", "content": "Be brief."}]

    conversation, model = scripted("Hello.", pick_history=pick, model="claude-opus-5", target="claude")
    assert conversation.send([picture(png(8, 8)), text("Who am I?")]) == "Hello."
    assert len(model.requests[0].messages) == 2
    assert kinds(conversation) == [("user", "image text"), ("assistant", "text")]


def test_results_that_were_shortened_are_still_the_newest_message():
    def pick(messages):
        if len(messages) < 3:
            return messages
        return [*messages[:-1], user(result("a", content="…"))]

    conversation, model = scripted([call("a")], "Good.", pick_history=pick)
    assert conversation.send("Look.") == "Good."
    assert model.requests[1].messages[-1] == user(result("a", content="…"))
    assert conversation.messages[2] == user(result("a", content="seen"))


def test_the_system_prompt_is_built_from_the_whole_history():
    conversation, model = scripted(
        "Hello.",
        "Yes.",
        "No.",
        system="Not this one.",
        pick_history=lambda messages: messages[-1:],
        build_system=lambda messages: f"{len(messages)} messages so far." if len(messages) < 5 else None,
    )
    for said in ("Hello.", "Look.", "Look again."):
        conversation.send(said)
    assert [request.system for request in model.requests] == ["1 messages so far.", "3 messages so far.", None]


# ------------------------------------------------------------------ thinking that is bound to its place


def thinks(words):
    return [{"type": "thinking", "thinking": words}, text(f"I thought {words}.")]


def types_sent(request):
    return [block["type"] for message in request.messages for block in message["content"] if isinstance(block, dict)]


def test_thinking_comes_back_as_it_was_while_the_full_history_is_sent():
    conversation, model = scripted(*map(thinks, "abc"), model=BINDS, pick_history=list)
    for said in "123":
        conversation.send(said)
    kept = [message["content"][0] for message in conversation.messages[1::2]]
    assert [block["thinking"] for block in kept] == ["a", "b", "c"]
    assert model.requests[2].messages[1]["content"][0] == kept[0]
    assert all(block["signature"] for block in kept)


@pytest.mark.parametrize(
    "change",
    [
        {"pick_history": lambda messages: messages[2:] if len(messages) == 5 else messages},
        {"build_system": lambda messages: f"{len(messages)} messages"},
        {"pick_history": without_thinking},
    ],
)
def test_thinking_is_left_out_once_something_else_is_sent(change):
    """The full history is sent again after a shorter one: what was thought in between cannot be read there."""
    conversation, model = scripted(*map(thinks, "abcd"), model=BINDS, **change)
    for said in "1234":
        conversation.send(said)
    assert "thinking" not in types_sent(model.requests[2])
    assert conversation.messages[5]["content"] == [text("I thought c.")]
    assert len(conversation.messages) == 8


def test_thinking_in_a_tool_loop_may_be_left_out():
    said = [{"type": "thinking", "thinking": "a"}, call("a")]
    conversation, _model = scripted(
        "Hello.", said, "Good.", model=BINDS, pick_history=lambda m: m[-3:] if m[3:] else m[-1:]
    )
    conversation.send("Hello.")
    assert conversation.send("Look.") == "Good."
    assert conversation.messages[3] == assistant(call("a"))
    assert is_sendable(conversation)


def test_other_models_read_thinking_anywhere():
    conversation, model = scripted(*map(thinks, "abc"), pick_history=lambda messages: messages[-3:])
    for said in "123":
        conversation.send(said)
    assert "thinking" in types_sent(model.requests[2])
    assert conversation.messages[-1]["content"][0]["thinking"] == "c"


def test_a_model_that_is_not_known_is_taken_to_bind_its_thinking():
    client = Answering([thought("Hm."), text("Yes.")], [thought("Hm."), text("No.")])
    conversation = Conversation(client, model="vendor.some-model")
    conversation.send("1")
    conversation.pick_history = lambda messages: messages[-1:]
    conversation.send("2")
    assert kinds(conversation)[1::2] == [("assistant", "thinking text"), ("assistant", "text")]


@pytest.mark.parametrize("model", [BINDS, "claude-haiku-5-5"])
def test_thinking_behind_a_block_that_is_dropped_goes_where_it_is_bound(model):
    first, second = ({"type": "thinking", "thinking": words} for words in "ab")
    conversation, _ = scripted([first, text(""), second, text("Yes.")], "No.", model=model)
    assert conversation.send("Well?") == "Yes."
    left = [block.get("thinking") for block in conversation.messages[1]["content"]]
    assert left == (["a", None] if model == BINDS else ["a", "b", None])
    assert conversation.send("And?") == "No."


# ------------------------------------------------------------------ streams


def test_a_stream_has_the_same_effects_as_send():
    said = ([text("Let me look."), call("a")], [{"type": "thinking", "thinking": "Hm."}, text("It is there.")])
    sent, _ = scripted(*said)
    streamed, _ = scripted(*said)
    assert sent.send("Where?") == "It is there."
    pieces = list(streamed.stream("Where?"))
    assert "".join(pieces) == "Let me look.It is there."
    assert len(pieces) > 2
    assert streamed.messages == sent.messages
    assert streamed.usages == sent.usages


def test_nothing_is_sent_before_the_first_piece_is_asked_for():
    conversation, model = scripted("Hello.")
    pieces = conversation.stream("Hello.")
    assert (model.requests, conversation.messages) == ([], [])
    assert "".join(pieces) == "Hello."


def test_a_stream_that_is_left_half_way_leaves_the_history_as_it_was():
    conversation, _ = scripted("Hello, this is long.", "Hello again.")
    pieces = conversation.stream("Hello.")
    next(pieces)
    pieces.close()
    assert conversation.messages == []
    assert not conversation.is_open
    assert conversation.send("Hello.") == "Hello again."


def test_a_stream_that_is_left_after_a_tool_ran_leaves_the_turn_open():
    ran = []
    conversation, _ = scripted([call("a")], "It is there.", "There, I say.", run_tool=lambda b: ran.append(b["id"]))
    next(conversation.stream("Where?"))
    assert conversation.is_open
    assert kinds(conversation)[-1] == ("user", "tool_result")
    assert conversation.send("Where?") == "There, I say."
    assert ran == ["a"]
    assert [message["role"] for message in conversation.messages] == ["user", "assistant"] * 2


def test_a_stream_that_breaks_off_leaves_nothing():
    conversation, model = scripted("Hello, this is long.", "Hello again.")
    model.fail_next(529, mid_stream=True)
    with pytest.raises(anthropic.APIStatusError):
        list(conversation.stream("Hello."))
    assert conversation.messages == []


def test_a_stream_that_goes_on_after_its_turn_was_taken_back_changes_nothing():
    conversation, _ = scripted("Hello, this is long.", "And this is another.")
    pieces = conversation.stream("Hello.")
    next(pieces)
    assert conversation.is_open
    with pytest.raises(OpenTurnError):
        conversation.send("Something else.")
    assert conversation.undo() == "Hello."
    with pytest.raises(ConversationChangedError):
        list(pieces)
    assert conversation.messages == []


# ------------------------------------------------------------------ taking back


def test_undo_takes_the_newest_turn_back_with_its_tools():
    store = MemoryStore()
    conversation, _ = scripted("Hello.", [call("a")], "Good.", "Better.", store=store, id="c")
    conversation.send("Hello.")
    conversation.send([text("Look.")])
    assert conversation.undo() == [text("Look.")]
    assert conversation.messages == [user("Hello."), assistant(text("Hello."))]
    assert store.load("c").messages == conversation.messages
    assert conversation.undo() == "Hello."
    with pytest.raises(ValueError, match="no turn to take back"):
        conversation.undo()


def test_undo_keeps_a_greeting():
    store = MemoryStore()
    store.write("c", 0, keep_messages=0, messages=[assistant("Hello."), HI, assistant("Yes?")])
    conversation = Conversation(connect(), store=store, id="c")
    assert conversation.undo() == "Hello"
    with pytest.raises(ValueError, match="no turn"):
        conversation.undo()
    assert conversation.messages == [assistant("Hello.")]


def test_undo_takes_an_open_turn_back():
    conversation, _model = scripted("Hello.", [call("a")])
    conversation.send("Hello.")
    with pytest.raises(anthropic.APIStatusError):
        conversation.send("Look.")  # the script has no more to say
    assert conversation.undo() == "Look."
    assert not conversation.is_open
    assert len(conversation.messages) == 2


# ------------------------------------------------------------------ calls that fail


@pytest.mark.parametrize(("status", "times"), [(400, 1), (529, 3)])
def test_a_failed_call_leaves_the_history_as_it_was(status, times):
    model = ScriptedModel(reader)
    conversation = Conversation(connect(model))
    conversation.send("My name is Noor.")
    before, usage = list(conversation.messages), conversation.last_usage
    model.fail_next(status, times=times)
    with pytest.raises(anthropic.APIStatusError):
        conversation.send("What is my name?")
    assert conversation.messages == before
    assert conversation.last_usage is usage
    assert conversation.usages == [usage]
    assert not conversation.is_open
    assert conversation.send("What is my size?")
    assert str(model.requests[-1].messages).count("What is my") == 1


def fails_after_the_tools(**options):
    """Return a conversation whose second call fails, after its tool ran, and what ran."""
    ran = []
    conversation, model = scripted(
        [call("a")], "Good.", run_tool=lambda block: ran.append(block["id"]) or "seen", **options
    )
    script = model.script

    def fail_once(request):
        model.script = script
        raise Broken

    def first(request):
        model.script = fail_once
        return script(request)

    model.script = first
    with pytest.raises(anthropic.InternalServerError):
        conversation.send("Look.")
    return conversation, model, ran


def test_a_call_that_fails_after_the_tools_leaves_the_turn_open_and_the_same_content_goes_on():
    conversation, _model, ran = fails_after_the_tools()
    assert conversation.is_open
    assert kinds(conversation) == [("user", "text"), ("assistant", "tool_use"), ("user", "tool_result")]
    with pytest.raises(OpenTurnError, match=r"began with 'Look.': .* resume\(\) .* undo\(\)"):
        conversation.send("Something else.")
    assert conversation.send("Look.") == "Good."
    assert ran == ["a"]
    assert str(conversation.messages).count("Look.") == 1
    assert is_sendable(conversation)


def test_a_failure_while_an_open_turn_goes_on_leaves_it_open():
    conversation, model, _ = fails_after_the_tools()
    before = conversation.messages
    model.fail_next(400)
    with pytest.raises(anthropic.BadRequestError):
        conversation.send("Look.")
    assert conversation.messages == before
    assert conversation.resume() == "Good."


def test_resume_has_nothing_to_do_when_no_turn_is_open():
    conversation, model = scripted("Hello.")
    assert conversation.resume() is None
    conversation.send("Hello.")
    assert conversation.resume() is None
    assert len(model.requests) == 1


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


# ------------------------------------------------------------------ two on one conversation


def test_the_second_writer_gets_an_error_and_sends_nothing():
    store = MemoryStore()
    first, _ = scripted("One.", "Three.", store=store, id="c")
    second, model = scripted("Two.", store=store, id="c")
    first.send("1")
    with pytest.raises(ConversationChangedError, match=r"'c' was changed .*reload\(\)") as refusal:
        second.send("2")
    assert isinstance(refusal.value, StoreError)
    assert (refusal.value.id, refusal.value.loaded) == ("c", 0)
    assert (model.requests, second.messages) == ([], [])
    second.reload()
    assert second.send("2") == "Two."
    with pytest.raises(ConversationChangedError):
        first.undo()
    first.reload()
    assert first.messages == second.messages == store.load("c").messages
    assert [message["content"] for message in first.messages[::2]] == ["1", "2"]


def test_every_conversation_has_an_id_of_its_own_unless_it_is_given():
    store = MemoryStore()
    one, other = (Conversation(connect(), store=store) for _ in range(2))
    one.send("Hello.")
    assert other.messages == []
    assert store.ids() == [one.id]
