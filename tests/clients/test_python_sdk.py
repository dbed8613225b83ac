"""The Python SDK over HTTP: as it is installed, with nothing of it replaced but the address."""

import asyncio

import anthropic
import pytest
from anthropic import beta_async_tool, beta_tool

from turnkeeper.messages import blocks, text_of

from .tides import CALLED, GET_TIDE, MODEL, SAID, SYSTEM, TIDE, TURNS, check_record

ASK = {"model": MODEL, "max_tokens": 200, "system": SYSTEM, "tools": [GET_TIDE]}


@pytest.fixture
def client(url):
    with anthropic.Anthropic(api_key="offline", base_url=url) as client:
        yield client


def results(reply):
    """Run the tool for every call in a reply."""
    calls = [block for block in reply.content if block.type == "tool_use"]
    assert [call.input for call in calls] == [CALLED]
    return {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": call.id, "content": TIDE} for call in calls],
    }


def talk(create):
    """Hold the conversation. `create` sends a history and returns the reply."""
    history, said = [], []
    for turn in TURNS:
        history.append({"role": "user", "content": turn})
        while True:
            reply = create(history)
            history.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason != "tool_use":
                break
            history.append(results(reply))
        assert reply.stop_reason == "end_turn"
        said.append(text_of(history[-1]))
    assert tuple(said) == SAID


def test_create(client, model):
    talk(lambda history: client.messages.create(**ASK, messages=history))
    check_record(model)


def test_create_in_awaiting_code(url, model):
    async def hold():
        async with anthropic.AsyncAnthropic(api_key="offline", base_url=url) as client:
            history, said = [], []
            for turn in TURNS:
                history.append({"role": "user", "content": turn})
                while True:
                    reply = await client.messages.create(**ASK, messages=history)
                    history.append({"role": "assistant", "content": reply.content})
                    if reply.stop_reason != "tool_use":
                        break
                    history.append(results(reply))
                said.append(text_of(history[-1]))
            return tuple(said)

    assert asyncio.run(hold()) == SAID
    check_record(model)


def test_stream(client, model):
    pieces = []

    def create(history):
        with client.messages.stream(**ASK, messages=history) as stream:
            pieces.append(list(stream.text_stream))
            return stream.get_final_message()

    talk(create)
    check_record(model)
    assert ["".join(heard) for heard in pieces] == [SAID[0], "Let me look. ", *SAID[1:]]
    assert min(map(len, pieces)) > 1


def test_stream_in_awaiting_code(url, model):
    async def hold():
        async with anthropic.AsyncAnthropic(api_key="offline", base_url=url) as client:
            messages = [{"role": "user", "content": TURNS[1]}]
            async with client.messages.stream(**ASK, messages=messages) as stream:
                kinds = [event.type async for event in stream]
                return kinds, await stream.get_final_message()

    kinds, reply = asyncio.run(hold())
    assert "input_json" in kinds
    assert reply.stop_reason == "tool_use"
    assert reply.content[1].input == CALLED


def test_raw_stream(client):
    with client.messages.create(**ASK, messages=[{"role": "user", "content": TURNS[0]}], stream=True) as stream:
        kinds = [event.type for event in stream]
    assert kinds[0] == "message_start"
    assert kinds[-2:] == ["message_delta", "message_stop"]


def test_streamed_and_whole_replies_are_the_same(client):
    messages = [{"role": "user", "content": TURNS[1]}]
    whole = client.messages.create(**ASK, messages=messages)
    with client.messages.stream(**ASK, messages=messages) as stream:
        streamed = stream.get_final_message()
    assert streamed.to_dict(exclude_none=True) == {**whole.to_dict(exclude_none=True), "id": streamed.id}


def test_count_tokens(client, model):
    messages = [{"role": "user", "content": TURNS[0]}]
    counted = client.messages.count_tokens(model=MODEL, system=SYSTEM, tools=[GET_TIDE], messages=messages)
    beta = client.beta.messages.count_tokens(model=MODEL, system=SYSTEM, tools=[GET_TIDE], messages=messages)
    used = client.messages.create(**ASK, messages=messages).usage
    assert counted.input_tokens == beta.input_tokens == used.input_tokens > 0
    assert (len(model.counts), len(model.requests)) == (2, 1)


@beta_tool
def get_tide(harbour: str) -> str:
    """The time of the next high water in a harbour."""
    return TIDE if harbour == "Brest" else "unknown"


def run(client, history, **more):
    """Let the tool runner hold one turn, and return the history with everything that was said in it."""
    runner = client.beta.messages.tool_runner(
        model=MODEL, max_tokens=200, system=SYSTEM, tools=[get_tide], messages=history, **more
    )
    said = list(history)
    for reply in runner:
        said.append({"role": "assistant", "content": reply.content})
        if results := runner.generate_tool_call_response():
            said.append(results)
    return said


def test_the_tool_runner_threads_unless_told_otherwise(client, model):
    history, said = [], []
    for turn in TURNS:
        history = run(client, [*history, {"role": "user", "content": turn}])
        said.append(text_of(history[-1]))
    assert tuple(said) == SAID
    assert [request.fields["thread"]["type"] for request in model.requests] == [
        "create",
        "create",
        "continue",
        "create",
    ]
    assert [len(request.fields["messages"]) for request in model.requests] == [1, 3, 1, 7]
    assert [block["type"] for block in blocks(model.requests[2].fields["messages"][0])] == ["tool_result"]


def test_the_tool_runner_without_a_thread(client, model):
    history, said = [], []
    for turn in TURNS:
        history = run(client, [*history, {"role": "user", "content": turn}], thread=False)
        said.append(text_of(history[-1]))
    assert tuple(said) == SAID
    check_record(model)
    assert not any("thread" in request.fields for request in model.requests)


def test_one_thread_of_three_turns(client, model):
    thread = client.beta.messages.thread(model=MODEL, max_tokens=200, system=SYSTEM, tools=[get_tide])
    said = []
    for turn in TURNS:
        thread.append({"role": "user", "content": turn})
        said.append(text_of({"content": thread.tool_runner().until_done().content}))
    assert tuple(said) == SAID
    assert [request.fields["thread"]["type"] for request in model.requests] == ["create"] + ["continue"] * 3
    assert [len(request.fields["messages"]) for request in model.requests] == [1, 1, 1, 1]
    assert [message["role"] for message in thread.messages] == ["user", "assistant"] * 4


def test_the_tool_runner_streams(client, model):
    runner = client.beta.messages.tool_runner(
        model=MODEL,
        max_tokens=200,
        tools=[get_tide],
        messages=[{"role": "user", "content": TURNS[1]}],
        stream=True,
    )
    heard = ["".join(stream.text_stream) for stream in runner]
    assert heard == ["Let me look. ", SAID[1]]
    assert len(model.requests) == 2


def test_the_tool_runner_in_awaiting_code(url, model):
    @beta_async_tool
    async def get_tide(harbour: str) -> str:
        """The time of the next high water in a harbour."""
        return TIDE

    async def hold():
        async with anthropic.AsyncAnthropic(api_key="offline", base_url=url) as client:
            runner = client.beta.messages.tool_runner(
                model=MODEL, max_tokens=200, tools=[get_tide], messages=[{"role": "user", "content": TURNS[1]}]
            )
            return await runner.until_done()

    assert text_of({"content": asyncio.run(hold()).content}) == SAID[1]
    assert len(model.requests) == 2


@pytest.mark.parametrize("status", [429, 529])
def test_the_sdk_tries_again(client, model, status):
    model.fail_next(status, times=2)
    talk(lambda history: client.messages.create(**ASK, messages=history))
    assert len(model.requests) == 6


@pytest.mark.parametrize(("status", "error"), [(429, anthropic.RateLimitError), (529, anthropic.OverloadedError)])
def test_after_three_tries_the_sdk_says_so(client, model, status, error):
    model.fail_next(status, times=3)
    with pytest.raises(error) as failed:
        client.messages.create(**ASK, messages=[{"role": "user", "content": TURNS[0]}])
    assert (failed.value.status_code, len(model.requests)) == (status, 3)
    assert failed.value.request_id.startswith("req_")


def test_a_fault_of_the_request_is_not_tried_again(client, model):
    with pytest.raises(anthropic.BadRequestError, match="max_tokens: must be greater than or equal to 0"):
        client.messages.create(**{**ASK, "max_tokens": -1}, messages=[{"role": "user", "content": TURNS[0]}])
    assert model.requests == []


def test_a_stream_that_breaks_off_is_an_error_and_the_next_one_is_whole(client, model):
    model.fail_next(529, mid_stream=True)
    messages = [{"role": "user", "content": TURNS[1]}]
    heard = []
    with (
        pytest.raises(anthropic.APIStatusError, match="Overloaded"),
        client.messages.stream(**ASK, messages=messages) as stream,
    ):
        heard.extend(stream.text_stream)
    assert heard
    with client.messages.stream(**ASK, messages=messages) as stream:
        assert stream.get_final_message().stop_reason == "tool_use"
