"""A conversation: what is kept and sent, taken back, and left after a call that fails."""

import copy
import json

import anthropic
import pytest

from turnkeeper import Conversation, ScriptedModel, connect, summarize
from turnkeeper.conversation import (
    OpenTurnError,
)
from turnkeeper.scripts import reader, summarizer
from turnkeeper.store import ConversationChangedError, MemoryStore, StoreError

from .blocks import HI, assistant, call, picture, png, result, text, user
from .talk import LOOK, Answering, Broken, is_sendable, kinds, scripted

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


def test_what_no_request_can_hold_is_replaced_in_what_the_user_says():
    conversation, model = scripted("One.", "Two.")
    assert conversation.send("Is it \ud800?") == "One."
    assert conversation.send([text("And \udfff?")]) == "Two."
    assert [m["content"] for m in conversation.messages[::2]] == ["Is it ??", [text("And ??")]]
    assert model.requests[-1].messages == conversation.messages[:3]


def test_the_same_half_of_a_pair_goes_on_with_its_turn():
    conversation, _ = scripted([call("a")], run_tool=None)
    for _ in range(2):
        conversation.send("Is it \ud800?")
    assert kinds(conversation) == [("user", "text"), ("assistant", "tool_use")]


def test_what_is_changed_in_a_copy_changes_nothing_that_is_kept_or_sent():
    seen = []

    def spoil(messages):
        seen.append(copy.deepcopy(messages))
        messages[0]["content"] = "Something else."
        messages[-1]["content"] = [text("Something else.")]
        messages.insert(0, user("Another."))
        return "Be kind."

    store = MemoryStore()
    conversation, model = scripted(
        "Hello.", [text("Let me look."), call("a", input={"at": [1]})], "Good.", run_tool=None, store=store, id="c"
    )
    conversation.build_system = spoil
    conversation.send("Hello.")
    conversation.send("Look.")
    conversation.open_calls[0]["input"]["at"].append(2)
    conversation.messages[1]["content"][0]["text"] = "No."
    conversation.send([result("a")])
    assert model.requests[-1].messages == seen[-1] == conversation.messages[:-1] == store.load("c").messages[:-1]
    assert conversation.messages[0] == user("Hello.")
    assert conversation.messages[3]["content"][1]["input"] == {"at": [1]}


@pytest.mark.parametrize(
    ("wrong", "error", "told"),
    [
        ({"max_calls": 0}, ValueError, "1 or more"),
        ({"apology": " \n"}, ValueError, "blank"),
        ({"max_calls": 1.5}, TypeError, "max_calls is a whole number, not 1.5"),
        ({"max_calls": True}, TypeError, "max_calls is a whole number, not True"),
        ({"max_tokens": 10.0}, TypeError, "max_tokens is a whole number, not 10.0"),
    ],
)
def test_settings_that_cannot_work_are_refused(wrong, error, told):
    with pytest.raises(error, match=told):
        Conversation(connect(), **wrong)


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


def test_undo_leaves_a_summary_that_the_history_begins_with():
    talk = [user("My name is Noor."), assistant("Noted."), user("Is it open?"), assistant("Yes.")]
    summarised = summarize(talk, connect(ScriptedModel(summarizer(words=30))), keep_recent=2).messages
    store = MemoryStore()
    store.write("c", 0, keep_messages=0, messages=summarised)
    conversation = Conversation(connect(), store=store, id="c")
    assert conversation.undo() == "Is it open?"
    with pytest.raises(ValueError, match="no turn to take back"):
        conversation.undo()
    assert "Noor" in str(conversation.messages)
    assert conversation.messages == summarised[:-2]


def test_undo_leaves_what_the_calls_used():
    conversation, _ = scripted("Hello.")
    conversation.send("Hello.")
    used = conversation.usages
    conversation.undo()
    assert (conversation.usages, conversation.last_usage, conversation.stop_reason) == (used, used[0], "end_turn")


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


def test_the_error_of_the_call_is_told_when_the_store_fails_as_well():
    class Full(MemoryStore):
        def write(self, *args, **more):
            if self.ids():
                raise StoreError("the disk is full")
            return super().write(*args, **more)

    conversation, model = scripted("Hello.", store=Full(), id="c")
    model.fail_next(400)
    with pytest.raises(anthropic.BadRequestError):
        conversation.send("Hello.")
    assert conversation.is_open


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


class Talks:
    """Two conversations on one store, with one model that asks for a tool first and then answers."""

    def __init__(self):
        self.store, self.ran = MemoryStore(), []
        self.model = ScriptedModel(self.say, target="strict")
        self.first, self.second = self.opened(), self.opened()

    def say(self, request):
        return "Paid, all of it." if request.messages[-1]["content"] != "Pay." else [call("a")]

    def run(self, block):
        self.ran.append(block["id"])
        return "done"

    def opened(self):
        return Conversation(connect(self.model), tools=LOOK, run_tool=self.run, store=self.store, id="c")


def test_the_same_message_from_two_who_loaded_before_is_answered_once():
    """A double click, with an object each: the second may not go on with the turn at which the first is at work."""
    talks = Talks()
    pieces = talks.first.stream("Pay.")
    begun = next(pieces)
    with pytest.raises(ConversationChangedError):
        talks.second.send("Pay.")
    talks.second.reload()  # as the error says
    assert talks.second.is_open
    with pytest.raises(OpenTurnError, match=r"began with 'Pay\.': call resume\(\) to finish it"):
        talks.second.send("Pay.")
    assert begun + "".join(pieces) == "Paid, all of it."
    assert (talks.ran, len(talks.model.requests)) == (["a"], 2)
    talks.second.reload()
    assert talks.second.messages == talks.first.messages
    assert talks.second.send("Thanks.") == "Paid, all of it."


def test_resume_goes_on_with_a_turn_that_another_has_left_open():
    talks = Talks()
    next(talks.first.stream("Pay."))  # left at once
    talks.second.reload()
    assert talks.second.resume() == "Paid, all of it."
    assert talks.ran == ["a"]


def test_a_program_that_starts_again_sends_again_and_goes_on():
    talks = Talks()
    next(talks.first.stream("Pay."))
    again = talks.opened()
    assert again.is_open
    assert again.send("Pay.") == "Paid, all of it."
    assert talks.ran == ["a"]
    assert kinds(again).count(("user", "text")) == 1


def test_who_opens_a_conversation_at_which_another_is_at_work_joins_it_and_the_slower_is_told():
    """What `send` says: such a turn looks like one that a crash has left. `is_open` tells before it is sent."""
    talks = Talks()
    pieces = talks.first.stream("Pay.")
    next(pieces)
    joined = talks.opened()
    assert joined.is_open
    assert joined.send("Pay.") == "Paid, all of it."
    with pytest.raises(ConversationChangedError):
        list(pieces)
    assert talks.ran == ["a"]
    assert kinds(joined).count(("user", "text")) == 1


def test_a_turn_of_its_own_goes_on_after_reload():
    conversation, _model, ran = fails_after_the_tools()
    conversation.reload()
    assert conversation.send("Look.") == "Good."
    assert ran == ["a"]


def test_an_object_that_has_written_again_goes_on_with_its_own_turn():
    store = MemoryStore()
    other, _ = scripted("One.", store=store, id="c")
    conversation, _model = scripted([call("a")], "Two.", store=store, id="c", run_tool=None)
    other.send("1")
    conversation.reload()
    conversation.send("2")
    assert conversation.send("2") == ""  # its own open turn, to the same place
    assert conversation.send([result("a")]) == "Two."
