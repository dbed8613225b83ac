"""Thinking through the offline API: shown or not, signed, sent back, refused, dropped."""

import json

import anthropic
import pytest

from turnkeeper import ScriptedModel, connect

from .calls import HELLO, bad, create, raw

OPUS = "claude-opus-5-5"
BINDING = "thinking-binding-controls-2026-08-01"


def thinks(request):
    """A script that thinks aloud, then speaks."""
    turn = sum(message["role"] == "user" for message in request.messages)
    return [{"type": "thinking", "thinking": f"Thought {turn}."}, {"type": "text", "text": f"Reply {turn}."}]


def talk(turns, *, model=OPUS, **fields):
    """Return a client, and a history of so many turns that thinks as it goes."""
    client = connect(ScriptedModel(thinks))
    history = []
    for number in range(turns):
        history.append({"role": "user", "content": f"Question {number}."})
        reply = create(client, history, model=model, **fields)
        history.append({"role": "assistant", "content": [block.to_dict() for block in reply.content]})
    return client, history


ASK = {"role": "user", "content": "And?"}


def test_thinking_comes_signed_and_goes_back():
    client, history = talk(3)
    assert all(message["content"][0]["signature"] for message in history[1::2])
    assert create(client, [*history, ASK], model=OPUS).content[0].thinking == "Thought 4."


def test_an_edit_in_front_of_kept_thinking_is_refused_by_the_newest_models():
    _, history = talk(2)
    history[0] = {"role": "user", "content": "Another question."}
    said = bad(ScriptedModel(thinks), messages=[*history, ASK], model=OPUS)
    assert said.startswith(
        "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation."
    )
    assert f"requires the `{BINDING}` value in the `anthropic-beta` header" in said


def test_a_changed_system_prompt_is_named():
    _, history = talk(1, system="Be brief.")
    said = bad(ScriptedModel(thinks), messages=[*history, ASK], model=OPUS, system="Be kind.")
    assert said.endswith("The `system` prompt differs from the one this block was created with.")


def test_older_models_do_not_bind_thinking_to_its_place():
    client, history = talk(2, model="claude-opus-5")
    history[0] = {"role": "user", "content": "Another question."}
    assert create(client, [*history, ASK], model="claude-opus-5").content


def test_dropping_the_first_turns_keeps_nothing_bound_to_them():
    client, history = talk(3)
    assert "bound" in bad(ScriptedModel(thinks), messages=[*history[2:], ASK], model=OPUS)
    for message in history[3::2]:
        del message["content"][0]
    assert create(client, [*history[2:], ASK], model=OPUS).content


def dropped(history, **fields):
    client = connect(ScriptedModel(thinks))
    binding = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    return client.beta.messages.create(
        model=OPUS, max_tokens=100, messages=history, betas=[BINDING], thinking=binding, **fields
    )


def test_blocks_that_do_not_fit_are_dropped_where_that_is_asked_for():
    _, history = talk(2)
    history[0] = {"role": "user", "content": "Another question."}
    reply = dropped([*history, ASK])
    assert [(gone.type, gone.path, gone.reason) for gone in reply.input_transformations] == [
        ("thinking_dropped", "messages.1.content.0", "prefix_binding_mismatch"),
        ("thinking_dropped", "messages.3.content.0", "prefix_binding_mismatch"),
    ]


def test_what_was_dropped_is_not_seen_by_the_script_and_the_reply_can_go_on():
    _, history = talk(1)
    history[0] = {"role": "user", "content": "Another question."}
    seen = []

    def script(request):
        seen.append(request.messages)
        return thinks(request)

    client = connect(ScriptedModel(script))
    binding = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    call = {"model": OPUS, "max_tokens": 100, "betas": [BINDING], "thinking": binding}
    reply = client.beta.messages.create(messages=[*history, ASK], **call)
    assert [block["type"] for block in seen[0][1]["content"]] == ["text"]
    del history[1]["content"][0]
    longer = [*history, ASK, {"role": "assistant", "content": [b.to_dict() for b in reply.content]}, ASK]
    assert client.beta.messages.create(messages=longer, **call).input_transformations is None


def test_what_is_dropped_is_not_counted():
    _, history = talk(1)
    history[0] = {"role": "user", "content": "Another question."}
    binding = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    call = {"model": OPUS, "betas": [BINDING], "thinking": binding, "messages": [*history, ASK]}
    counted = connect(ScriptedModel(thinks)).beta.messages.count_tokens(**call)
    assert counted.input_tokens == dropped([*history, ASK]).usage.input_tokens


def test_nothing_is_dropped_from_a_conversation_that_fits():
    _, history = talk(2)
    assert dropped([*history, ASK]).input_transformations is None


def test_the_latest_reply_comes_back_as_it_was():
    client, history = talk(1, model="claude-opus-5")
    history[1]["content"][0]["thinking"] += " And more."
    with pytest.raises(anthropic.BadRequestError, match=r"messages\.1\.content\.0: .* cannot be modified"):
        create(client, [*history, ASK], model="claude-opus-5")


def test_thinking_that_is_not_shown_still_costs_and_still_goes_back():
    hidden = {"thinking": {"type": "adaptive", "display": "omitted"}}
    client, history = talk(1, **hidden)
    thought = history[1]["content"][0]
    assert (thought["thinking"], thought["signature"].startswith("offline.")) == ("", True)
    assert create(client, [*history, ASK], model=OPUS, **hidden).content
    shown, hid = (
        create(connect(ScriptedModel(thinks)), model=OPUS, **fields).usage.output_tokens for fields in ({}, hidden)
    )
    assert shown == hid


def test_no_thinking_comes_where_it_is_switched_off():
    reply = create(connect(ScriptedModel(thinks)), thinking={"type": "disabled"})
    assert [block.type for block in reply.content] == ["text"]


def test_a_model_that_forgets_old_thinking_is_not_shown_it_and_it_costs_nothing():
    seen = []

    def script(request):
        seen.append([block["type"] for message in request.messages[1::2] for block in message["content"]])
        return thinks(request)

    client = connect(ScriptedModel(script))
    history = []
    for _ in range(3):
        history.append(ASK)
        reply = create(client, history, model="claude-haiku-4-5")
        history.append({"role": "assistant", "content": [block.to_dict() for block in reply.content]})
    assert seen[2] == ["text", "thinking", "text"]


def test_a_stream_carries_the_signature():
    client = connect(ScriptedModel(thinks))
    with client.messages.stream(model=OPUS, max_tokens=100, messages=HELLO) as stream:
        streamed = stream.get_final_message()
    assert streamed.content[0].signature == create(connect(ScriptedModel(thinks)), model=OPUS).content[0].signature


def test_an_older_version_takes_a_document_from_the_assistant():
    text = {"type": "text", "media_type": "text/plain", "data": "Open on Sunday."}
    document = {"role": "assistant", "content": [{"type": "document", "source": text}]}
    body = json.dumps({"model": OPUS, "max_tokens": 9, "messages": [ASK, document, ASK]}).encode()
    assert raw(body).status == 400
    assert raw(body, anthropic_version="2023-06-01").status == 200
