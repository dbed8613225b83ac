"""Pydantic AI over HTTP, with its own defaults."""

import asyncio

import pytest
from pydantic_ai import Agent, PartDeltaEvent
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

from .tides import MODEL, SAID, SYSTEM, TIDE, TURNS, check_record


@pytest.fixture
def agent(url):
    provider = AnthropicProvider(api_key="offline", base_url=url)
    agent = Agent(AnthropicModel(MODEL, provider=provider), system_prompt=SYSTEM)

    @agent.tool_plain
    def get_tide(harbour: str) -> str:
        """The time of the next high water in a harbour."""
        assert harbour == "Brest"
        return TIDE

    return agent


def test_three_turns_with_a_tool(agent, model):
    said, history = [], None
    for turn in TURNS:
        run = agent.run_sync(turn, message_history=history)
        history = run.all_messages()
        said.append(run.output)
    assert tuple(said) == SAID
    check_record(model)


def test_three_turns_streamed(agent, model):
    deltas = []

    async def listen(_, events):
        deltas.extend([event async for event in events if isinstance(event, PartDeltaEvent)])

    async def hold():
        said, history = [], None
        for turn in TURNS:
            run = await agent.run(turn, message_history=history, event_stream_handler=listen)
            history = run.all_messages()
            said.append(run.output)
        return tuple(said)

    assert asyncio.run(hold()) == SAID
    check_record(model)
    assert all(request.fields["stream"] for request in model.requests)
    assert len(deltas) > 8


def test_usage_reaches_the_client(agent, model):
    run = agent.run_sync(TURNS[0])
    usage = run.usage
    assert (usage.input_tokens, usage.requests) == (model.requests[0].input_tokens, 1)
    assert usage.output_tokens > 0


def test_it_gives_up_on_a_fault_of_the_service(agent, model):
    model.fail_next(529, times=3)
    with pytest.raises(ModelHTTPError, match="overloaded_error"):
        agent.run_sync(TURNS[0])
    assert len(model.requests) == 3
    assert agent.run_sync(TURNS[0]).output == SAID[0]
