import anthropic
import pytest
from anthropic.types import TextBlock

from turnkeeper import Conversation, ScriptedModel, connect
from turnkeeper.scripts import reader, replies


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


def test_the_replys_blocks_are_kept_and_never_a_bare_string():
    call = {"type": "tool_use", "id": "toolu_1", "name": "find_order", "input": {}}
    conversation = Conversation(connect(ScriptedModel(replies([{"type": "text", "text": "Let me look."}, call]))))
    assert conversation.send("Where is it?") == "Let me look."
    kept = conversation.messages[-1]["content"]
    assert isinstance(kept[0], TextBlock)
    assert [block.type for block in kept] == ["text", "tool_use"]


@pytest.mark.parametrize("status", [400, 529])
def test_a_failed_call_leaves_the_history_as_it_was(status):
    model = ScriptedModel(reader)
    conversation = Conversation(connect(model))
    conversation.send("My name is Noor.")
    before, usage = list(conversation.messages), conversation.last_usage
    model.fail_next(status, times=3)
    with pytest.raises(anthropic.APIStatusError):
        conversation.send("What is my name?")
    assert conversation.messages == before
    assert conversation.last_usage is usage


def test_no_system_prompt_is_not_an_empty_one():
    model = ScriptedModel(reader)
    Conversation(connect(model)).send("Hello.")
    assert model.requests[0].system is None
