"""What a script may answer."""

import json
import subprocess
import sys

import anthropic
import pytest

from turnkeeper import ScriptedModel, connect
from turnkeeper.models import MODELS
from turnkeeper.offline.reply import ask
from turnkeeper.offline.request import MessagesRequest

from .calls import HELLO, create, refused

FIND = [{"name": "find", "input_schema": {"type": "object"}}]
CALL = {"type": "tool_use", "id": "toolu_1", "name": "find", "input": {}}


TEXT = {"type": "text", "text": "Hello."}


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (None, "returned None. A script returns a text, a list of content blocks"),
        (5, "returned an object of the type int. A script returns"),
        (TEXT, "returned an object of the type dict. A script returns"),
        (["hello"], "returned a list whose item 0 is an object of the type str. A script"),
        ([{"text": "x"}], "returned a list whose item 0 has no type. A script"),
        ([{"type": "thinking", "thinking": {1}}], "returned something that cannot be sent as JSON ("),
        ([{"type": "fallback", "value": float("nan")}], "returned something that cannot be sent as JSON ("),
        ("\ud83d", "returned something that cannot be sent as JSON ("),
        ({"content": "x", "stop_reason": "tired"}, "returned the stop reason 'tired', which is none of end_turn, "),
        ({"content": "x", "stop_reason": "max_tokens"}, "returned the stop reason 'max_tokens', which is none of"),
        ([{**TEXT, "cache_control": {"type": "ephemeral"}}], "a text block (item 0) with cache_control, which is for"),
    ],
)
def test_a_script_that_answers_no_reply_is_told_what_it_may_answer(reply, said):
    message = refused(anthropic.InternalServerError, ScriptedModel(lambda request: reply))
    assert message.startswith("The script of the scripted model returned ")
    assert said in message


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([{"type": "text"}], "content.0.text.text: Field required"),
        ([{**TEXT, "text": 5}], "content.0.text.text: Input should be a valid string"),
        ([{**TEXT, "bogus": 1}], "content.0.text.bogus: Extra inputs are not permitted"),
        (
            [{"type": "other"}],
            "content.0: Input tag 'other' found using 'type' does not match any of the expected tags",
        ),
        ([{"type": "thinking", "thinking": None}], "content.0.thinking.thinking: Input should be a valid string"),
        ([{"type": "tool_result", "tool_use_id": "toolu_1"}], "content.0: `tool_result` blocks may only be in `user`"),
        ([{"type": "image", "source": {"type": "url", "url": "x"}}], "content.0: `image` blocks may only be in `user`"),
        ([{**CALL, "input": "x"}], "content.0.tool_use.input: Input should be an object"),
        ([{**CALL, "id": "a b"}], "content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"),
        ([{**CALL, "name": ""}], "content.0.tool_use.name: String should have at least 1 character"),
        ([CALL, CALL], "(duplicate_tool_use_id: content.1: `tool_use` ids must be unique)"),
        ([CALL, TEXT], "(tool_use_not_last: "),
    ],
)
def test_a_reply_that_could_not_be_sent_back_is_the_scripts_fault_and_not_the_clients(content, said):
    message = refused(anthropic.InternalServerError, ScriptedModel(lambda request: content), tools=FIND)
    assert message.startswith("The script of the scripted model returned content that no reply holds (")
    assert said in message
    assert "messages.1" not in message


@pytest.mark.parametrize(
    "block",
    [
        {"type": "thinking", "thinking": ""},
        {"type": "redacted_thinking"},
        {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}},
    ],
)
def test_a_reply_may_leave_out_what_the_api_adds(block):
    reply = create(connect(ScriptedModel([[block, TEXT]])))
    assert [block.type for block in reply.content] == [block["type"], "text"]


def test_a_tool_that_was_not_offered_may_be_called():
    assert create(connect(ScriptedModel([[CALL]]))).stop_reason == "tool_use"


def test_a_reply_that_is_changed_later_is_not_changed():
    given = {"type": "tool_use", "id": "toolu_1", "name": "find", "input": {"names": ["Noor"]}}
    said = ask(lambda request: [given], MessagesRequest(MODELS["claude-haiku-5-5"], HELLO))
    given["input"]["names"].append("Lena")
    assert said.content[0]["input"] == {"names": ["Noor"]}


@pytest.mark.parametrize(
    ("choice", "reply", "said"),
    [
        ({"type": "none"}, [CALL], "a tool call, although the request's tool_choice is none"),
        ({"type": "any"}, "Hello.", "no tool call, although the request's tool_choice asks for one"),
        ({"type": "tool", "name": "find"}, [{**CALL, "name": "pay"}], "no call of 'find' alone"),
        (
            {"type": "auto", "disable_parallel_tool_use": True},
            [CALL, {**CALL, "id": "toolu_2"}],
            "2 tool calls, although the request allows one at a time",
        ),
    ],
)
def test_a_script_is_held_to_tool_choice(choice, reply, said):
    model = ScriptedModel(lambda request: reply)
    assert said in refused(anthropic.InternalServerError, model, tools=FIND, tool_choice=choice)


def test_a_call_without_an_id_gets_one_and_parallel_calls_get_different_ones():
    call = {"type": "tool_use", "name": "find", "input": {}}
    reply = create(connect(ScriptedModel([[{"type": "text", "text": "Both."}, call, call]])), tools=FIND)
    assert [block.id for block in reply.content[1:]] == ["toolu_offline_000001_1", "toolu_offline_000001_2"]


def test_a_call_gets_an_id_that_no_call_in_the_request_has():
    """A model that is made anew counts from 1 again: a conversation from a store goes on with it all the same."""
    call, sent, ids = {"type": "tool_use", "name": "find", "input": {}}, [*HELLO], []
    for _ in range(3):
        reply = create(connect(ScriptedModel([[call, call]], target="strict")), sent, tools=FIND)
        ids.append([block.id for block in reply.content])
        results = [{"type": "tool_result", "tool_use_id": block.id, "content": "Found."} for block in reply.content]
        sent += [{"role": "assistant", "content": reply.content}, {"role": "user", "content": results}]
    begin = "toolu_offline_000001"
    assert ids == [[f"{begin}_0{again}", f"{begin}_1{again}"] for again in ("", "_2", "_3")]
    assert create(connect(ScriptedModel(["Thanks."], target="strict")), sent, tools=FIND).content[0].text == "Thanks."


def test_a_script_may_say_why_it_stops():
    reply = create(connect(ScriptedModel([{"content": "No.", "stop_reason": "refusal"}])))
    assert (reply.content[0].text, reply.stop_reason) == ("No.", "refusal")


@pytest.mark.parametrize("words", ["", "\n\n"])
def test_a_script_may_say_nothing_as_real_models_do_and_cannot_be_sent_it_back(words):
    client = connect(ScriptedModel([[{"type": "text", "text": words}], "Hello."]))
    reply = create(client)
    assert reply.content[0].text == words
    with pytest.raises(anthropic.BadRequestError, match="text content blocks must"):
        create(client, [*HELLO, {"role": "assistant", "content": reply.content}, *HELLO])


def test_an_empty_text_is_an_empty_reply():
    assert create(connect(ScriptedModel([""]))).content == []


def test_a_script_may_answer_blocks_of_the_sdk():
    block = anthropic.types.TextBlock(type="text", text="Hello.")
    assert create(connect(ScriptedModel(lambda request: [block])), HELLO).content[0].text == "Hello."


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("cannot say")


def failing(fault):
    def script(request):
        raise fault

    return script, script.__code__.co_firstlineno + 1


@pytest.mark.parametrize(
    ("fault", "said"),
    [(Mute(), "Mute"), (SystemExit(3), "SystemExit: 3"), (ValueError("half \ud83d"), "ValueError: half \ud83d")],
)
def test_a_scripts_own_fault_is_told_whatever_it_says(fault, said):
    script, line = failing(fault)
    message = refused(anthropic.InternalServerError, ScriptedModel(script))
    assert message == f"The script of the scripted model failed: {said} (test_reply.py, line {line})"


def test_the_line_that_is_told_is_the_scripts_own():
    def script(request):
        return json.loads("{")

    message = refused(anthropic.InternalServerError, ScriptedModel(script))
    assert message.endswith(f" (test_reply.py, line {script.__code__.co_firstlineno + 1})")
    cell = {}
    exec(compile("def script(request):\n    return 1 / 0", "<cell 3>", "exec"), cell)
    message = refused(anthropic.InternalServerError, ScriptedModel(cell["script"]))
    assert message.endswith("failed: ZeroDivisionError: division by zero (line 2)")
    assert refused(anthropic.InternalServerError, ScriptedModel([])).endswith("(it had 0): give it more")
    assert refused(anthropic.InternalServerError, ScriptedModel(len)).endswith("has no len()")


PROGRAM = """
import logging
logging.basicConfig()
from turnkeeper import ScriptedModel
body = b'{"model": "claude-haiku-5-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello."}]}'
model = ScriptedModel(lambda request: 1 / 0)
print(model.answer("POST", "/v1/messages", {"anthropic-version": "2026-10-21"}, body).status)
"""


def test_in_process_the_sentence_is_all_that_is_said():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("500\n", "")
