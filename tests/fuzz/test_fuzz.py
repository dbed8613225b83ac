"""Whatever is sent to the offline API: no 500, no hang, and an answer that a client can read.

`make fuzz` sends 10,000 bodies from schemathesis and about as many of our own, `make test` a few hundred. Every one has
`SECONDS` to be answered in, and a deadline that stops it there, so a hang is a failure with its body.

Why schemathesis and not atheris. Atheris is guided by coverage of Python code, but what refuses most bodies here is
pydantic's core, which is compiled and guides it nowhere; and it hardly installs on macOS: its last wheels for it are of
version 2.2.2 for Python 3.11, and Apple's clang has no libFuzzer (google/atheris, issue 80), while everything in
`requirements.lock` is to install on both systems. schemathesis needs no compiler, its bodies follow our own schema as
that changes, and being made of Hypothesis it shrinks what it finds and shares a run with the strategies for
conversations. Those do what neither does alone: get behind the schema.
"""

import json
from typing import Any

import pytest
from anthropic.types.beta import BetaMessage
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from turnkeeper import ScriptedModel
from turnkeeper.deadline import DeadlineExceeded, deadline, hard_stop
from turnkeeper.offline.errors import ERROR_TYPES
from turnkeeper.offline.model import Answer
from turnkeeper.offline.request import MessagesRequest

from .report import REPORTS, Report
from .requests import COUNT, Call, conversations, of_schema, on_the_wire

SECONDS = 5
"""How long one answer may take. It takes a few milliseconds; the rest is for a busy machine."""
SHORT = 150
"""How many bodies of each origin `make test` sends."""
FEATURES = {
    "text",
    "thinking",
    "tool_use",
    "compaction",
    "stop: compaction",
    "stop: max_tokens",
    "streamed",
    "thread continued",
    "cache read",
    "edit applied",
}
"""What a long run has to have seen in answers."""


def says_something(request: MessagesRequest) -> Any:
    """A script that cannot fail: it calls a tool where it has to, and thinks every other time."""
    choice = request.tool_choice or {}
    if choice.get("type") in ("any", "tool"):
        name = choice.get("name") or request.tools[0].get("name") or "tool"
        return [{"type": "tool_use", "name": name, "input": {}}]
    text = {"type": "text", "text": f"You sent {len(request.messages)} messages. 好\u2028"}
    return [{"type": "thinking", "thinking": "Let me count."}, text] if len(request.messages) % 2 else [text]


def answer_to(model: ScriptedModel, call: Call, *, seconds: float = SECONDS) -> Answer:
    """Return the answer to a call, or fail when it does not come in time."""
    try:
        with hard_stop(4 * SECONDS, lambda: print(f"no answer, and no stopping it: {call}")), deadline(seconds):
            return model.answer(call.method, call.path, call.headers, call.body)
    except DeadlineExceeded:
        raise AssertionError(f"no answer after {seconds:g} seconds") from None


def check_answer(call: Call, answer: Answer) -> Any:
    """Check that a client can read an answer; return the message, the count or the error body."""
    body = b"".join(answer.chunks)
    assert answer.headers["request-id"].startswith("req_")
    assert answer.status != 500, body.decode()
    if answer.headers["content-type"].startswith("text/event-stream"):
        return check_stream(answer.chunks)
    assert answer.headers["content-type"] == "application/json"
    said = json.loads(body, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    if answer.status != 200:
        check_error(answer, said)
    elif call.path == COUNT:
        assert isinstance(said["input_tokens"], int)
        assert said["input_tokens"] > 0
    else:
        check_message(said)
    return said


def check_error(answer: Answer, said: Any) -> None:
    assert set(said["error"]) <= {"type", "message", "details"}
    assert said["error"]["type"] == ERROR_TYPES[answer.status]
    assert isinstance(said["error"]["message"], str)
    assert said["error"]["message"]
    if answer.status != 413:
        assert (said["type"], said["request_id"]) == ("error", answer.headers["request-id"])


def check_message(said: Any) -> None:
    BetaMessage.model_validate(said, strict=True)
    assert all(block["type"] in ("text", "thinking", "tool_use", "compaction") for block in said["content"])
    assert all(said["usage"][name] >= 0 for name in ("input_tokens", "output_tokens"))


def check_stream(chunks: tuple[bytes, ...]) -> Any:
    """Check the events of a stream and put its message together again, as far as it matters here."""
    events = []
    for chunk in chunks:
        first, second, *rest = chunk.decode().split("\n")
        assert (first[:7], second[:6], rest) == ("event: ", "data: ", ["", ""])
        events.append(json.loads(second[6:]))
        assert events[-1]["type"] == first[7:]
    kinds = [event["type"] for event in events]
    assert (kinds[0], kinds[-2:]) == ("message_start", ["message_delta", "message_stop"])
    blocks: list[Any] = []
    for event in events:
        if event["type"] == "content_block_start":
            blocks.append(event["content_block"])
        elif event["type"] == "content_block_delta":
            assert event["index"] == len(blocks) - 1
            join(blocks[-1], event["delta"])
    ending = {key: value for key, value in events[-2].items() if key in ("usage", "context_management")}
    message = {**events[0]["message"], "content": blocks, "stop_reason": events[-2]["delta"]["stop_reason"], **ending}
    check_message(message)
    return message


def join(block: dict[str, Any], delta: dict[str, Any]) -> None:
    for name, piece in delta.items():
        if name in ("text", "thinking", "signature", "content"):
            block[name] = (block.get(name) or "") + (piece or "")


def fuzz(name: str, calls: int, strategy: Any, *, most: int = 1, derandomize: bool) -> Report:
    """Send calls from a strategy, up to `most` of them to one and the same model, and return what came back."""
    report = REPORTS[name] = Report()

    @settings(
        max_examples=calls,
        deadline=None,  # of Hypothesis: it would only say afterwards that a call was slow
        database=None,
        derandomize=derandomize,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def send(data: Any) -> None:
        model = ScriptedModel(says_something, clock=lambda: 0.0)
        said = None
        for _ in range(data.draw(st.integers(1, most)) if most > 1 else 1):
            call = data.draw(strategy(said))
            answer = answer_to(model, call)
            message = check_answer(call, answer)
            refusal = message["error"]["message"] if answer.status != 200 else None
            report.add(answer.status, refusal)
            said = (json.loads(call.body), message) if answer.status == 200 and call.path != COUNT else None
            if said:
                report.look_into(*said)

    send()
    return report


@pytest.fixture
def bodies(request: pytest.FixtureRequest) -> int | None:
    """How many bodies were asked for; None for the few of `make test`, which are the same in every run."""
    asked: int | None = request.config.getoption("--bodies", default=None)
    return asked


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value)
def test_bodies_from_the_schema(bodies, mode):
    count = (bodies or SHORT) // 2
    report = fuzz(f"schemathesis, {mode.value}", count, lambda said: of_schema(mode), derandomize=bodies is None)
    assert report.bodies >= count
    assert report.accepted >= (0.05 if mode is GenerationMode.POSITIVE else 0)
    assert len(report.sentences) >= (30 if bodies else 8)


def test_conversations(bodies):
    count = (bodies or SHORT) * 4 // 10  # of two or three requests each
    report = fuzz("conversations", count, conversations, most=4, derandomize=bodies is None)
    assert report.bodies >= 2 * count
    assert report.accepted >= 0.25
    assert len(report.sentences) >= (100 if bodies else 20)
    assert {what for what, times in report.seen.items() if times} >= FEATURES or not bodies


def test_bytes_headers_paths_and_methods(bodies):
    report = fuzz("on the wire", (bodies or SHORT) // 10, lambda said: on_the_wire(), derandomize=bodies is None)
    assert report.bodies >= (bodies or SHORT) // 10


HELLO = Call(b'{"model":"claude-opus-5","max_tokens":1,"messages":[{"role":"user","content":"Hello."}]}')


def test_a_hang_would_be_found():
    def hangs(request: MessagesRequest) -> str:
        while True:
            pass

    with pytest.raises(AssertionError, match=r"no answer after 0\.2 seconds"):
        answer_to(ScriptedModel(hangs), HELLO, seconds=0.2)


def test_a_500_would_be_found():
    answer = answer_to(ScriptedModel(lambda request: None), HELLO)
    with pytest.raises(AssertionError, match="script of the scripted model"):
        check_answer(HELLO, answer)


@pytest.mark.parametrize(
    "answer",
    [
        Answer(200, {"request-id": "req_1", "content-type": "application/json"}, (b"{",)),
        Answer(200, {"request-id": "req_1", "content-type": "application/json"}, (b'{"input_tokens":NaN}',)),
        Answer(
            400, {"request-id": "req_1", "content-type": "application/json"}, (b'{"error":{"type":"x","message":"y"}}',)
        ),
        Answer(200, {"request-id": "req_1", "content-type": "text/event-stream"}, (b"event: ping\ndata: {}\n\n",)),
    ],
)
def test_an_answer_that_no_client_can_read_would_be_found(answer):
    with pytest.raises((AssertionError, ValueError, KeyError, pytest.fail.Exception)):
        check_answer(HELLO, answer)
