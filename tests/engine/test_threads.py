"""Message threads: what a continuation stands for, what is refused, and what the SDK's helpers make of it."""

import copy
from pathlib import Path
from typing import Any

import anthropic
import pytest
from anthropic.tools import BetaLocalFilesystemMemoryTool
from anthropic.types import (
    ThreadAlreadyContinuedError,
    ThreadFingerprintMismatchError,
    ThreadNotFoundError,
    ThreadUnsupportedRequestError,
)
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper import ScriptedModel, connect
from turnkeeper.messages import blocks, text_of
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.request import MessagesRequest
from turnkeeper.offline.threads import LIFETIME, Threads

BETA = "message-threads-2026-08-12"
BETAS = frozenset({BETA})
MODEL = "claude-haiku-5-5"
CREATE = {"type": "create"}


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def text(words: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": words}]


def on(previous: str) -> dict[str, Any]:
    return {"type": "continue", "previous_message_id": previous}


def body(thread: Any, *messages: Any, **fields: Any) -> dict[str, Any]:
    return {"model": MODEL, "max_tokens": 100, "messages": list(messages), "thread": thread, **fields}


def begun(clock: Clock, **fields: Any) -> Threads:
    """Return threads that hold one: a question, and the answer "msg_1"."""
    threads = Threads(clock)
    threads.keep("msg_1", threads.expand(body(CREATE, user("One?"), **fields), BETAS), text("One."))
    return threads


def refusal(threads: Threads, fields: dict[str, Any]) -> ApiError:
    with pytest.raises(ApiError) as refused:
        threads.expand(fields, BETAS)
    return refused.value


def test_a_continuation_stands_for_the_whole_conversation() -> None:
    tools = [{"name": "look", "input_schema": {"type": "object"}}]
    threads = begun(Clock(), system="Be brief.", tools=tools)
    whole = threads.expand(body(on("msg_1"), user("Two?"), max_tokens=7), BETAS)
    assert whole["messages"] == [user("One?"), {"role": "assistant", "content": text("One.")}, user("Two?")]
    assert (whole["system"], whole["tools"], whole["max_tokens"]) == ("Be brief.", tools, 7)


turns = st.lists(st.tuples(st.lists(st.text(max_size=9), min_size=1, max_size=2), st.text(max_size=9)), max_size=6)


@given(turns, st.text(max_size=9))
def test_turn_by_turn_is_the_same_as_all_at_once(said: list[tuple[list[str], str]], last: str) -> None:
    threads = Threads(Clock())
    history: list[dict[str, Any]] = []
    thread: dict[str, Any] = CREATE
    for place, (asked, answered) in enumerate(said):
        new = [user(words) for words in asked]
        history += new
        sent = body(thread, *new)
        copied = copy.deepcopy(sent)
        whole = threads.expand(sent, BETAS)
        assert sent == copied
        assert whole["messages"] == history
        threads.keep(f"msg_{place}", whole, text(answered))
        history.append({"role": "assistant", "content": text(answered)})
        thread = on(f"msg_{place}")
    assert threads.expand(body(thread, user(last)), BETAS)["messages"] == [*history, user(last)]


def test_each_response_is_continued_once_and_only_when_it_was_answered() -> None:
    threads = begun(Clock())
    failed = threads.expand(body(on("msg_1"), user("Two?")), BETAS)
    assert threads.expand(body(on("msg_1"), user("Two?")), BETAS) == failed
    threads.keep("msg_2", failed, text("Two."))
    again = refusal(threads, body(on("msg_1"), user("Three?")))
    assert (again.status, again.details) == (400, {"error_code": "thread_already_continued"})
    assert len(threads.expand(body(on("msg_2"), user("Three?")), BETAS)["messages"]) == 5


@pytest.mark.parametrize(("waited", "there"), [(LIFETIME - 1, True), (LIFETIME, False)])
def test_a_thread_is_held_for_five_minutes(waited: float, there: bool) -> None:
    clock = Clock()
    threads = begun(clock)
    clock.now += waited
    if there:
        assert len(threads.expand(body(on("msg_1"), user("Two?")), BETAS)["messages"]) == 3
    else:
        lost = refusal(threads, body(on("msg_1"), user("Two?")))
        assert (lost.status, lost.details) == (404, {"error_code": "thread_not_found"})


def test_use_makes_a_thread_last_longer() -> None:
    clock = Clock()
    threads = begun(clock)
    for place in range(1, 4):
        clock.now += LIFETIME - 1
        whole = threads.expand(body(on(f"msg_{place}"), user("And?")), BETAS)
        threads.keep(f"msg_{place + 1}", whole, text("So."))
    assert len(whole["messages"]) == 7


def test_what_has_expired_takes_no_room() -> None:
    clock = Clock()
    threads = Threads(clock)
    for place in range(100):
        clock.now += LIFETIME / 10
        threads.keep(f"msg_{place}", threads.expand(body(CREATE, user("One?")), BETAS), text("One."))
    assert len(threads) == 10


def test_an_unknown_thread_is_not_found() -> None:
    lost = refusal(Threads(Clock()), body(on("msg_0"), user("Two?")))
    assert (lost.status, lost.details) == (404, {"error_code": "thread_not_found"})
    assert lost.message == (
        "No thread state was found for the requested `previous_message_id`. Replay the full conversation with "
        'thread: {"type": "create"} to start a new Thread.'
    )


@pytest.mark.parametrize("name", ["system", "tools"])
def test_what_belongs_to_the_beginning_is_not_repeated(name: str) -> None:
    refused = refusal(begun(Clock()), body(on("msg_1"), user("Two?"), **{name: []}))
    assert (refused.status, refused.details) == (400, {})
    assert refused.message.startswith(f"{name}: ")


@pytest.mark.parametrize("now", [{}, {"output_config": {"effort": "low"}}])
def test_the_output_config_stays_the_same(now: dict[str, Any]) -> None:
    threads = begun(Clock(), output_config={"effort": "high"})
    refused = refusal(threads, body(on("msg_1"), user("Two?"), **now))
    assert (refused.status, refused.details) == (400, {"error_code": "thread_fingerprint_mismatch"})
    assert refused.message.endswith("differing field(s): output_config")
    assert threads.expand(body(on("msg_1"), user("Two?"), output_config={"effort": "high"}), BETAS)["messages"]


@pytest.mark.parametrize("thread", [CREATE, on("msg_1")])
@pytest.mark.parametrize("name", ["context_management", "fallbacks"])
def test_what_threads_do_not_take(thread: dict[str, Any], name: str) -> None:
    refused = refusal(begun(Clock()), body(thread, user("Two?"), **{name: {}}))
    assert refused.status == 400
    assert refused.details == {"error_code": "thread_unsupported_request", "unsupported": [name]}


def marked(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words, "cache_control": {"type": "ephemeral"}}


def test_a_thread_leaves_room_for_three_cache_markers() -> None:
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [marked("a")]}
    message = {"role": "user", "content": [result, marked("b")]}
    threads = Threads(Clock())
    assert threads.expand(body(CREATE, message, system=[marked("c")]), BETAS)
    refused = refusal(threads, body(CREATE, message, system=[marked("c")], tools=[marked("d")]))
    assert refused.details == {"error_code": "thread_unsupported_request", "unsupported": ["cache_control"]}
    assert refused.message.startswith("thread: a maximum of 3 blocks with cache_control may be provided when `thread`")
    assert refused.message.endswith("Found 4.")


@pytest.mark.parametrize("odd", ["words", None, 5, ["words"]])
def test_what_is_no_block_is_left_to_the_check_of_the_fields(odd: object) -> None:
    fields = body(CREATE, odd, {"role": "user", "content": [odd, marked("a")]}, system=[odd], tools=[odd])
    assert Threads(Clock()).expand(fields, BETAS) == fields
    client = connect(ScriptedModel(["Never said."]))
    with pytest.raises(anthropic.BadRequestError) as refused:
        client.post("/v1/messages", body=fields, cast_to=object, options={"headers": {"anthropic-beta": BETA}})
    assert "tools.0: Input should be an object" in str(refused.value)


def test_markers_of_earlier_turns_are_gone_and_those_of_the_beginning_stay() -> None:
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [marked("a")]}
    threads = Threads(Clock())
    first = body(CREATE, {"role": "user", "content": [result]}, system=[marked("c")])
    threads.keep("msg_1", threads.expand(first, BETAS), text("One."))
    whole = threads.expand(body(on("msg_1"), user("Two?")), BETAS)
    assert whole["messages"][0]["content"] == [{**result, "content": text("a")}]
    assert whole["system"] == [marked("c")]
    assert first["messages"][0]["content"] == [result]


def test_a_thread_that_was_compacted_goes_on_from_the_summary() -> None:
    threads = Threads(Clock())
    block = {"type": "compaction", "content": "One.", "signature": "offline."}
    threads.keep("msg_1", body(CREATE, user("One?"), compaction={"type": "summarize"}), [block])
    whole = threads.expand(body(on("msg_1"), user("Two?")), BETAS)
    assert whole["messages"] == [{"role": "assistant", "content": [block]}, user("Two?")]


@pytest.mark.parametrize(
    "fields",
    [
        {"thread": 3},
        {"thread": {"type": "continue"}},
        {"thread": {"type": "continue", "previous_message_id": 3}},
        {"thread": on("msg_1"), "messages": "One?"},
        {"thread": on("msg_1")},
        {"thread": None},
        {},
    ],
)
def test_what_has_the_wrong_shape_is_left_to_the_checks_of_the_fields(fields: dict[str, Any]) -> None:
    threads = begun(Clock())
    assert threads.expand(fields, BETAS) is fields
    assert threads.expand(body(on("msg_1"), user("Two?")), frozenset())["messages"] == [user("Two?")]


# The whole way, with the SDK


@anthropic.beta_tool
def look(what: str) -> str:
    """Look at something."""
    return f"{what} is fine."


def looks_twice(request: MessagesRequest) -> Any:
    """Call the tool twice, then say how much was seen."""
    done = sum(block["type"] == "tool_result" for message in request.messages for block in blocks(message))
    if done == 2:
        return f"I saw {len(request.messages)} messages and {len(request.tools)} tool."
    return [{"type": "tool_use", "id": f"toolu_{done}", "name": "look", "input": {"what": f"Thing {done}"}}]


def run(model: ScriptedModel, **options: Any) -> Any:
    return connect(model).beta.messages.tool_runner(
        model=MODEL, max_tokens=1000, tools=[look], messages=[{"role": "user", "content": "Look."}], **options
    )


def kinds(model: ScriptedModel) -> list[Any]:
    return [(sent.fields.get("thread") or {}).get("type") for sent in model.requests]


def test_the_tool_runner_sends_only_what_is_new() -> None:
    model = ScriptedModel(looks_twice)
    replies = list(run(model))
    assert replies[-1].content[0].text == "I saw 5 messages and 1 tool."
    assert kinds(model) == ["create", "continue", "continue"]
    assert [len(sent.messages) for sent in model.requests] == [1, 1, 1]
    assert [sent.fields["thread"].get("previous_message_id") for sent in model.requests[1:]] == [
        reply.id for reply in replies[:-1]
    ]
    # The whole conversation is paid for all the same.
    assert replies[0].usage.input_tokens < replies[1].usage.input_tokens < replies[2].usage.input_tokens


def test_without_threads_the_same_comes_out() -> None:
    model = ScriptedModel(looks_twice)
    replies = list(run(model, thread=False))
    threaded = list(run(ScriptedModel(looks_twice)))
    assert kinds(model) == [None, None, None]
    assert [len(sent.messages) for sent in model.requests] == [1, 3, 5]
    assert [(reply.content, reply.usage.input_tokens) for reply in replies] == [
        (reply.content, reply.usage.input_tokens) for reply in threaded
    ]


def test_when_a_thread_has_expired_the_runner_sends_everything_again() -> None:
    clock = Clock()
    model = ScriptedModel(looks_twice, clock=clock)
    for reply in run(model):
        clock.now += LIFETIME
        last = reply
    assert last.content[0].text == "I saw 5 messages and 1 tool."
    # The second time that the thread is lost right away, the runner goes on without one.
    assert kinds(model) == ["create", "create", None]
    assert [len(sent.messages) for sent in model.requests] == [1, 3, 5]


def test_what_threads_do_not_take_makes_the_runner_go_on_without() -> None:
    model = ScriptedModel(looks_twice)
    edits = {"edits": [{"type": "clear_tool_uses_20250919"}]}
    replies = list(run(model, betas=["context-management-2025-06-27"], context_management=edits))
    assert replies[-1].content[0].text == "I saw 5 messages and 1 tool."
    assert kinds(model) == [None, None, None]


def test_a_busy_service_does_not_break_a_thread() -> None:
    model = ScriptedModel(looks_twice)
    for place, reply in enumerate(run(model)):
        if place == 0:
            model.fail_next(529, times=2)
        last = reply
    assert last.content[0].text == "I saw 5 messages and 1 tool."
    assert kinds(model) == ["create", *["continue"] * 4]


def test_a_streaming_runner_is_threaded_too() -> None:
    model = ScriptedModel(looks_twice)
    for stream in run(model, stream=True):
        last = stream.get_final_message()
    assert last.content[0].text == "I saw 5 messages and 1 tool."
    assert kinds(model) == ["create", "continue", "continue"]


def test_a_thread_of_ones_own() -> None:
    model = ScriptedModel(lambda request: f"{len(request.messages)}: {text_of(request.messages[-1])}")
    thread: Any = connect(model).beta.messages.thread(model=MODEL, max_tokens=100, system="Be brief.")
    first = thread.send({"role": "user", "content": "One"})
    second = thread.send({"role": "user", "content": "Two"})
    fork = thread.fork().send({"role": "user", "content": "Three"})
    third = thread.send({"role": "user", "content": "Three"})
    assert [reply.content[0].text for reply in (first, second, third)] == ["1: One", "3: Two", "5: Three"]
    assert fork.content == third.content
    assert kinds(model) == ["create", "continue", "create", "continue"]
    assert thread.previous_message_id == third.id


def send(thread: Any, **fields: Any) -> Any:
    return lambda beta, id: beta.create(
        model=MODEL, max_tokens=100, messages=[user("Two?")], thread=thread(id), betas=[BETA], **fields
    )


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (send(on), ThreadAlreadyContinuedError),
        (send(lambda id: on("msg_0")), ThreadNotFoundError),
        (send(lambda id: CREATE, context_management={"edits": []}), ThreadUnsupportedRequestError),
    ],
)
def test_the_sdk_knows_the_errors_by_their_code(call: Any, error: type[Exception]) -> None:
    beta = connect(ScriptedModel(lambda request: "Yes.")).beta.messages
    first = send(lambda id: CREATE)(beta, None)
    send(on)(beta, first.id)
    with pytest.raises(error):
        call(beta, first.id)


def test_a_mismatch_is_known_by_its_code() -> None:
    beta = connect(ScriptedModel(lambda request: "Yes.")).beta.messages
    first = send(lambda id: CREATE)(beta, None)
    with pytest.raises(ThreadFingerprintMismatchError):
        send(on, output_config={"effort": "low"})(beta, first.id)


def test_an_unsupported_request_names_what_is_not_supported() -> None:
    with pytest.raises(ThreadUnsupportedRequestError) as refused:
        send(lambda id: CREATE, fallbacks="default")(connect(ScriptedModel(lambda request: "Yes.")).beta.messages, None)
    assert refused.value.details.unsupported == ["fallbacks"]


@pytest.mark.parametrize(
    ("thread", "betas", "message"),
    [
        (CREATE, [], "thread: Extra inputs are not permitted"),
        ({"type": "continue"}, [BETA], "thread.continue.previous_message_id: Field required"),
        ({}, [BETA], "thread.type: Field required"),
    ],
)
def test_a_thread_of_the_wrong_shape(thread: Any, betas: list[Any], message: str) -> None:
    beta = connect(ScriptedModel(lambda request: "Yes.")).beta.messages
    with pytest.raises(anthropic.BadRequestError) as refused:
        beta.create(
            model=MODEL, max_tokens=100, messages=[{"role": "user", "content": "One?"}], thread=thread, betas=betas
        )
    assert refused.value.api_message == message


def test_the_memory_tool_of_the_sdk_works_through_the_api(tmp_path: Path) -> None:
    steps: list[dict[str, Any]] = [
        {"command": "view", "path": "/memories"},
        {"command": "create", "path": "/memories/cat.md", "file_text": "The cat is Tom.\n"},
        {"command": "view", "path": "/memories/cat.md"},
    ]

    def script(request: MessagesRequest) -> Any:
        results = [block for message in request.messages for block in blocks(message) if block["type"] == "tool_result"]
        if len(results) == len(steps):
            return text_of({"content": results[-1]["content"]})
        call = {"type": "tool_use", "id": f"toolu_{len(results)}", "name": "memory", "input": steps[len(results)]}
        return [call]

    model = ScriptedModel(script)
    runner: Any = connect(model).beta.messages.tool_runner(
        model=MODEL,
        max_tokens=1000,
        tools=[BetaLocalFilesystemMemoryTool(base_path=str(tmp_path))],
        messages=[{"role": "user", "content": "Remember my cat."}],
    )
    answer = runner.until_done()
    assert "The cat is Tom." in answer.content[0].text
    assert model.requests[0].tools == ({"type": "memory_20250818", "name": "memory"},)
    assert (tmp_path / "memories" / "cat.md").read_text() == "The cat is Tom.\n"


def test_a_response_that_broke_off_can_be_asked_for_again() -> None:
    model = ScriptedModel(["One.", "Two.", "Two."])
    client = connect(model)
    call: dict[str, Any] = {"model": MODEL, "max_tokens": 50, "betas": [BETA]}
    first = client.beta.messages.create(messages=[user("One?")], thread=CREATE, **call)
    again: dict[str, Any] = {**call, "messages": [user("Two?")], "thread": on(first.id)}
    model.fail_next(529, mid_stream=True)
    with pytest.raises(anthropic.APIStatusError), client.beta.messages.stream(**again) as stream:
        stream.get_final_message()
    assert client.beta.messages.create(**again).content[0].to_dict() == text("Two.")[0]


def test_a_script_may_hold_a_thread_of_its_own_on_the_same_model() -> None:
    call: dict[str, Any] = {"model": MODEL, "max_tokens": 50, "betas": [BETA]}
    inner: list[str] = []

    def script(request: MessagesRequest) -> str:
        if request.system != "inner" and not inner:
            inner.append(client.beta.messages.create(messages=[user("In?")], thread=CREATE, system="inner", **call).id)
        return " ".join(text_of(message) for message in request.messages)

    client = connect(ScriptedModel(script))
    outer = client.beta.messages.create(messages=[user("Out?")], thread=CREATE, **call).id
    [own] = inner
    for id, said in ((outer, "Out? Out? More?"), (own, "In? In? More?")):
        reply = client.beta.messages.create(messages=[user("More?")], thread=on(id), **call)
        assert reply.content[0].to_dict() == text(said)[0]
