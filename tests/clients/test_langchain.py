"""LangChain over HTTP, with its own defaults."""

import anthropic
import pytest
from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.tools import tool

from .tides import CALLED, MODEL, SAID, SYSTEM, TIDE, TURNS, check_record


@tool
def get_tide(harbour: str) -> str:
    """The time of the next high water in a harbour."""
    return TIDE


@pytest.fixture
def chat(url):
    return ChatAnthropic(model=MODEL, api_key="offline", base_url=url).bind_tools([get_tide])


def talk(ask):
    """Hold the conversation. `ask` sends the history and returns the reply."""
    history, said = [SystemMessage(SYSTEM)], []
    for turn in TURNS:
        history.append(HumanMessage(turn))
        history.append(ask(history))
        while calls := history[-1].tool_calls:
            assert [(call["name"], call["args"]) for call in calls] == [("get_tide", CALLED)]
            history.extend([get_tide.invoke(call) for call in calls])
            history.append(ask(history))
        said.append(history[-1].text)
    assert tuple(said) == SAID
    return history


def test_three_turns_with_a_tool(chat, model):
    history = talk(chat.invoke)
    check_record(model)
    assert history[-1].response_metadata["stop_reason"] == "end_turn"
    assert history[-1].usage_metadata["input_tokens"] == model.requests[-1].input_tokens


def test_three_turns_streamed(chat, model):
    pieces = []

    def ask(history):
        chunks = list(chat.stream(history))
        pieces.append(len(chunks))
        whole = chunks[0]
        for chunk in chunks[1:]:
            whole += chunk
        return whole

    talk(ask)
    check_record(model)
    assert min(pieces) > 2


def test_it_counts_with_the_same_counter(chat, model):
    counted = chat.get_num_tokens_from_messages([SystemMessage(SYSTEM), HumanMessage(TURNS[0])], tools=[get_tide])
    chat.invoke([SystemMessage(SYSTEM), HumanMessage(TURNS[0])])
    assert counted == model.requests[0].input_tokens


def test_it_gives_up_on_a_fault_of_the_service(chat, model):
    model.fail_next(529, times=3)
    with pytest.raises(anthropic.OverloadedError):
        chat.invoke(TURNS[0])
    assert len(model.requests) == 3
    assert chat.invoke(TURNS[0]).text == SAID[0]
