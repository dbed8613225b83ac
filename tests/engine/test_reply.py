"""What a script may answer."""

import anthropic
import pytest

from turnkeeper import ScriptedModel, connect

from .calls import HELLO, create, refused

FIND = [{"name": "find", "input_schema": {"type": "object"}}]
CALL = {"type": "tool_use", "id": "toolu_1", "name": "find", "input": {}}


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (None, "returned None. A script returns a text, a list of content blocks"),
        (5, "returned an object of the type int. A script returns"),
        ({"type": "text", "text": "x"}, "returned an object of the type dict. A script returns"),
        (["hello"], "returned a list whose item 0 is an object of the type str. A script"),
        ([{"text": "x"}], "returned a list whose item 0 has no type. A script"),
        ([{"type": "text"}], "returned a text block (item 0) whose 'text' is no text. A script"),
        ([{"type": "tool_use", "id": "t", "name": "n", "input": "x"}], "a tool_use block (item 0) whose 'input' is no"),
        ([{"type": "thinking", "thinking": {1}}], "a thinking block (item 0) whose 'thinking' is no text"),
        ([{"type": "other", "value": {1}}], "returned something that cannot be sent as JSON ("),
        ("\ud83d", "returned something that cannot be sent as JSON ("),
        ({"content": "x", "stop_reason": "tired"}, "returned the stop reason 'tired', which is none of end_turn, "),
        ({"content": "x", "stop_reason": "max_tokens"}, "returned the stop reason 'max_tokens', which is none of"),
    ],
)
def test_a_script_that_answers_no_reply_is_told_what_it_may_answer(reply, said):
    message = refused(anthropic.InternalServerError, ScriptedModel(lambda request: reply))
    assert message.startswith("The script of the scripted model returned ")
    assert said in message


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


def test_a_script_may_say_why_it_stops():
    reply = create(connect(ScriptedModel([{"content": "No.", "stop_reason": "refusal"}])))
    assert (reply.content[0].text, reply.stop_reason) == ("No.", "refusal")


def test_an_empty_text_is_an_empty_reply():
    assert create(connect(ScriptedModel([""]))).content == []


def test_a_script_may_answer_blocks_of_the_sdk():
    block = anthropic.types.TextBlock(type="text", text="Hello.")
    assert create(connect(ScriptedModel(lambda request: [block])), HELLO).content[0].text == "Hello."


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("cannot say")


@pytest.mark.parametrize(
    ("fault", "said"),
    [(Mute(), "Mute"), (SystemExit(3), "SystemExit: 3"), (ValueError("half \ud83d"), "ValueError: half \ud83d")],
)
def test_a_scripts_own_fault_is_told_whatever_it_says(fault, said):
    def script(request):
        raise fault

    message = refused(anthropic.InternalServerError, ScriptedModel(script))
    assert message == f"The script of the scripted model failed: {said}"
