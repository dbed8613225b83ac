"""What is kept of a reply, however it ends, and of one that is streamed."""

import anthropic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper import Conversation, ScriptedModel, connect
from turnkeeper.conversation import (
    APOLOGY,
    CUT_REPLY,
    EMPTY_REPLY,
    REFUSED_REPLY,
    OpenTurnError,
)
from turnkeeper.messages import text_of
from turnkeeper.store import ConversationChangedError
from turnkeeper.trimming import keep_last_turns

from .blocks import assistant, call, found, searched, text, thought, user
from .talk import BINDS, LOOK, Answering, is_sendable, kinds, scripted

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
    conversation, _ = scripted([*mixed[:1], thought("Hm."), mixed[1]], "Nothing.", model=BINDS, target="claude")
    assert conversation.send("Search.") == "Nothing."  # and the result never came
    assert conversation.messages[1] == assistant(call("a"))
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
    ran, note = [], REFUSED_REPLY if stop_reason == "refusal" else CUT_REPLY
    conversation = Conversation(Answering(content, reasons=[stop_reason]), tools=LOOK, run_tool=ran.append)
    said = conversation.send("Look.")
    assert conversation.messages[1]["content"] == (kept or [text(note)])
    assert said == (note if kept is None else "".join(block.get("text", "") for block in kept))
    assert conversation.stop_reason == stop_reason
    assert ran == []
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


# ------------------------------------------------------------------ any reply

PARTS = (
    [text("Yes.")],
    [text("")],
    [text(" ")],
    [{"type": "thinking", "thinking": "Hm."}],
    [{"type": "tool_use", "name": "look", "input": {"order": "3107"}}],
    [{"type": "server_tool_use", "name": "web_search", "input": {}}],
    [
        {"type": "server_tool_use", "name": "web_search", "input": {}},
        {"type": "web_search_tool_result", "content": []},
    ],
)
SAID = st.lists(
    st.tuples(st.lists(st.sampled_from(PARTS), max_size=4), st.sampled_from([None, "pause_turn", "refusal"])),
    min_size=1,
    max_size=8,
)


def with_ids(parts, number):
    """Return the blocks of a reply: calls last, and those of the API's own tools with ids that no others have.

    No call of those waits beside a call of the caller's tools: its result would have to be in the next reply.
    """
    kinds = [part[-1]["type"] for part in parts]
    gone = "server_tool_use" if "tool_use" in kinds else ""
    parts = [part for part in parts if part[-1]["type"] != gone]
    parts.sort(key=lambda part: part[-1]["type"] == "tool_use")
    ids = [f"srvtoolu_{number}_{place}" for place in range(len(parts))]
    keys = {"server_tool_use": "id", "web_search_tool_result": "tool_use_id"}
    return [
        {**block, **({keys[block["type"]]: id} if block["type"] in keys else {})}
        for part, id in zip(parts, ids, strict=True)
        for block in part
    ]


@given(
    SAID,
    st.sampled_from(["claude-haiku-5-5", "claude-opus-5-5", "claude-haiku-4-5"]),
    st.sampled_from([None, lambda messages: keep_last_turns(messages, 1 + len(messages) % 3)]),
    st.sampled_from([4, 12, 1000]),
    st.booleans(),
)
def test_whatever_the_model_says_the_next_question_can_be_sent(said, model, pick, max_tokens, stream):
    left = [{"content": with_ids(parts, number), "stop_reason": why} for number, (parts, why) in enumerate(said)]

    def script(request):
        return left.pop(0) if left else "That is all."

    offline = ScriptedModel(script, target="strict" if model != "claude-haiku-4-5" else "claude")
    conversation = Conversation(
        connect(offline),
        model=model,
        max_tokens=max_tokens,
        tools=LOOK,
        run_tool=lambda block: "seen",
        pick_history=pick,
        max_calls=3,
    )
    for question in ("One?", "Two?", "Three?", "Four?"):
        told = "".join(conversation.stream(question)) if stream else conversation.send(question)
        said_last = text_of(conversation.messages[-1])
        assert told.endswith(said_last) if stream else said_last.endswith(told)
        assert not conversation.is_open
        assert is_sendable(conversation)
        assert conversation.messages[-1]["role"] == "assistant"
    assert [m["content"] for m in conversation.messages if isinstance(m["content"], str)] == [
        "One?",
        "Two?",
        "Three?",
        "Four?",
    ]
