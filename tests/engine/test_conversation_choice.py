"""What is sent of a conversation, and what becomes of thinking."""

import anthropic
import pytest

from turnkeeper import Conversation
from turnkeeper.clearing import without_thinking
from turnkeeper.messages import blocks

from .blocks import assistant, call, picture, png, result, text, thought, user
from .talk import BINDS, Answering, is_sendable, kinds, scripted

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
        (lambda messages: [user(text("Look. Now."), picture(png(8, 8)))], "left out the newest"),
        (lambda messages: [user(text("Look.\nNow."), picture(png(8, 8)))], "left out the newest"),
        (lambda messages: [assistant(text("Look."), picture(png(8, 8)))], "left out the newest"),
        (lambda messages: [user(text("Look."), picture(png(9, 9)))], "left out the newest"),
    ],
    ids=["none", "system", "shorter", "other", "in a line", "in a paragraph", "role", "picture"],
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


def test_an_older_message_in_which_the_newest_occurs_is_not_the_newest():
    conversation, _model = scripted("Hello.", pick_history=lambda messages: messages[:1])
    conversation.send("Is it open now?")
    with pytest.raises(ValueError, match="left out the newest"):
        conversation.send("no")


@pytest.mark.parametrize("said", ["Who am I?", [text("Who"), text(" am I?\n")], "Who\n\nam I?"])
def test_facts_may_stand_as_paragraphs_around_what_is_said(said):
    def pick(messages):
        words = [block["text"] for block in blocks(messages[-1])]
        return [user("\n\n".join(["Known: Noor.", *words, "Be brief."]))]

    conversation, _model = scripted("You are Noor.", pick_history=pick)
    assert conversation.send(said) == "You are Noor."


def test_blank_text_in_the_newest_message_need_not_be_there():
    conversation = Conversation(Answering([text("Yes.")]), pick_history=lambda messages: [user("Well?")])
    assert conversation.send([text("Well?"), text(" ")]) == "Yes."


@pytest.mark.parametrize("block", [{"type": "text"}, {"text": "Well?"}])
def test_a_block_that_is_none_is_for_the_api_to_refuse(block):
    conversation, _model = scripted("Hello.", pick_history=list)
    with pytest.raises(anthropic.BadRequestError):
        conversation.send([block])
    assert conversation.messages == []


def test_what_pick_history_does_to_the_messages_is_sent_and_not_kept():
    def pick(messages):
        for message in messages[:-1]:
            message["content"] = "…"
        return messages

    conversation, model = scripted("Hello.", "Good.", pick_history=pick)
    conversation.send("1")
    conversation.send("2")
    assert [message["content"] for message in model.requests[1].messages] == ["…", "…", "2"]
    assert conversation.messages[:2] == [user("1"), assistant(text("Hello."))]


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
