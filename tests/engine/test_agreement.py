"""The offline API and `check_history` agree; counts never fall; the same requests give the same bytes."""

import copy
import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from turnkeeper import ScriptedModel, check_history
from turnkeeper.models import MODELS
from turnkeeper.offline.request import MessagesRequest
from turnkeeper.scripts import reader
from turnkeeper.signatures import sign_reply

from .histories import History, Json, markers, spoil, systems, texts, tools, valid_histories, with_something_else

HEADERS = {"anthropic-version": "2026-10-21"}
TARGETS = ("claude", "strict")
models = st.sampled_from(sorted(MODELS))


def post(model: ScriptedModel, body: Json, path: str = "/v1/messages") -> tuple[int, Json]:
    answer = model.answer("POST", path, HEADERS, json.dumps(body).encode())
    return answer.status, json.loads(b"".join(answer.chunks))


def thinkings(name: str) -> st.SearchStrategy[Json]:
    """What a request to a model may say about thinking."""
    settings = {"enabled": {"type": "enabled", "budget_tokens": 1024}}
    kinds = [settings.get(kind, {"type": kind}) for kind in MODELS[name].thinking]
    return st.sampled_from([None, *kinds])


def histories_for(name: str, thinking: Json, target: str) -> st.SearchStrategy[History]:
    """Valid histories for a model and a target."""
    row = MODELS[name]
    kind = (thinking or {}).get("type")
    return valid_histories(
        thinks=kind not in (None, "disabled"),
        must_think=kind == "enabled",
        system_messages=row.system_messages and target == "claude",
        prefill=row.prefill and target == "claude" and kind != "enabled",
    )


def signed(body: dict[str, Any]) -> History:
    """Return the messages of a body as if a model here had written the assistant's."""
    history = copy.deepcopy(body["messages"])
    for index, message in enumerate(history):
        if message["role"] == "assistant" and isinstance(message["content"], list):
            message["content"] = sign_reply(
                message["content"],
                messages=history[:index],
                model=MODELS[body["model"]],
                system=body["system"],
                tools=body["tools"] or (),
            )
    return history


@st.composite
def bodies(
    draw: Any, *, target: str = "claude", name: str | None = None, most_changes: int = 0, signs: bool = True
) -> dict[str, Any]:
    """Build request bodies with nothing in them that could be refused but what `check_history` is asked about."""
    name = name or draw(models)
    thinking = draw(thinkings(name))
    body = {
        "model": name,
        "max_tokens": 2000,
        "messages": draw(histories_for(name, thinking, target)),
        "system": draw(systems),
        "tools": draw(st.one_of(st.none(), tools)),
        "thinking": thinking,
    }
    if signs and draw(st.booleans()):
        body["messages"] = signed(body)
    body["messages"] = spoil(draw, body["messages"], most=most_changes)
    if most_changes and draw(st.integers(0, 3)) == 0:
        around = {name: body[name] for name in ("system", "tools") if body[name] is not None}
        if around.get("tools") and draw(st.booleans()):
            around["tools"] = around["tools"] * 2
        else:
            around = with_something_else(draw, around)
        body |= {"cache_control": draw(markers), "system": around.get("system"), "tools": around.get("tools")}
    return {field: value for field, value in body.items() if value is not None}


@pytest.mark.parametrize("target", TARGETS)
@settings(max_examples=3 * settings.default.max_examples)
@given(data=st.data())
def test_the_api_accepts_what_check_history_calls_valid_and_refuses_the_rest_in_its_words(target, data):
    body = data.draw(bodies(target=target, most_changes=3))
    problems = check_history(
        body["messages"],
        system=body.get("system"),
        tools=body.get("tools"),
        model=body["model"],
        target=target,
        thinking=body.get("thinking"),
        cache_control=body.get("cache_control"),
    )
    status, answer = post(ScriptedModel(lambda request: "Done.", target=target), body)
    event(problems[0].rule if problems else "valid")
    if status == 200:
        assert problems == []
    else:
        assert (status, answer["error"]["message"]) in {(400, problem.message) for problem in problems}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", sorted(MODELS))
@settings(max_examples=settings.default.max_examples // 3)
@given(data=st.data())
def test_a_conversation_without_a_fault_is_accepted_from_every_model_and_target(name, target, data):
    body = data.draw(bodies(target=target, name=name))
    assert post(ScriptedModel(lambda request: "Done.", target=target), body)[0] == 200


def added_to(body: dict[str, Any], place: tuple[Any, ...], more: str) -> dict[str, Any]:
    """Return a body with text added at the end of one of its texts."""
    changed = copy.deepcopy(body)
    inside: Any = changed
    for step in place[:-1]:
        inside = inside[step]
    inside[place[-1]] += more
    return changed


def texts_in(value: Json, *path: Any, free: bool = False) -> list[tuple[Any, ...]]:
    """Find every text in a request body that the model reads: what is not a name, an id, a kind or a picture."""
    if isinstance(value, str):
        return [path] if free or path[-1] in ("text", "content", "system", "description", "thinking") else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    kind = value.get("type") if isinstance(value, dict) else None
    return [
        place
        for key, inner in items
        for place in texts_in(inner, *path, key, free=free or key == "input" or (kind == "text" and key == "data"))
        if key not in ("input_schema", "type", "media_type", "encrypted_content") or free
    ]


@settings(max_examples=2 * settings.default.max_examples)
@given(
    data=st.data(), body=bodies(signs=False), more=st.one_of(texts, st.text(st.characters(exclude_categories=["Cs"])))
)
def test_a_count_never_falls_when_text_is_added(data, body, more):
    del body["max_tokens"]
    places = texts_in(body)
    assume(places)  # a history may be pictures alone
    longer = added_to(body, data.draw(st.sampled_from(places)), more)
    model = ScriptedModel(lambda request: "Done.")
    (before, short), (after, long) = (post(model, each, "/v1/messages/count_tokens") for each in (body, longer))
    assert (before, after) == (200, 200)
    assert long["input_tokens"] >= short["input_tokens"]


def test_texts_are_found_wherever_the_model_reads_them():
    call = {"type": "tool_use", "id": "toolu_1", "name": "find_order", "input": {"q": "x", "type": ["y"]}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "none"}]}
    source = {"type": "text", "media_type": "text/plain", "data": "a"}
    body = {
        "model": "claude-opus-5",
        "system": "Be brief.",
        "tools": [{"name": "find_order", "description": "Finds.", "input_schema": {"type": "object"}}],
        "messages": [
            {"role": "user", "content": "Hi"},
            {"role": "assistant", "content": [call]},
            {"role": "user", "content": [result, {"type": "document", "source": source}]},
        ],
    }
    assert texts_in(body) == [
        ("system",),
        ("tools", 0, "description"),
        ("messages", 0, "content"),
        ("messages", 1, "content", 0, "input", "q"),
        ("messages", 1, "content", 0, "input", "type", 0),
        ("messages", 2, "content", 0, "content", 0, "text"),
        ("messages", 2, "content", 1, "source", "data"),
    ]


@given(st.lists(st.tuples(bodies(most_changes=1), st.booleans(), st.booleans()), min_size=1, max_size=4))
def test_the_same_requests_give_the_same_bytes(calls):
    def answers() -> list[Any]:
        model = ScriptedModel(reader, clock=lambda: 0.0)
        said = []
        for body, streamed, counted in calls:
            sent = {key: value for key, value in body.items() if key != "max_tokens"} if counted else body
            sent = sent | ({"stream": True} if streamed and not counted else {})
            path = "/v1/messages/count_tokens" if counted else "/v1/messages"
            said.append(model.answer("POST", path, HEADERS, json.dumps(sent).encode()))
        return said

    assert answers() == answers()


REFUSED = [
    {"bogus": 1, "other": 2, "thread": {}, "compaction": {}, "model": "claude-opus-5", "max_tokens": 1},
    {"model": "claude-opus-5", "max_tokens": 1, "messages": [{"role": "user", "content": [{"type": "image_url"}]}]},
    {
        "model": "claude-opus-5",
        "max_tokens": 1,
        "messages": [{"role": "user", "content": "Hi"}],
        "tools": [{"type": 1}],
    },
    {
        "model": "claude-opus-5",
        "max_tokens": 1,
        "messages": [{"role": "user", "content": "Hi"}],
        "x": 1,
        "y": 2,
        "z": 3,
    },
]
IN_ANOTHER_PROCESS = """
import json, sys
from turnkeeper import ScriptedModel
from turnkeeper.scripts import reader
from turnkeeper.signatures import sign_reply
model = ScriptedModel(reader)
headers = {"anthropic-version": "2026-10-21", "anthropic-beta": "b,a,c"}
for body in json.load(sys.stdin):
    print(model.answer("POST", "/v1/messages", headers, json.dumps(body).encode()))
"""


def test_the_bytes_do_not_depend_on_the_order_of_a_set():
    def said(seed: str) -> str:
        run = subprocess.run(
            [sys.executable, "-c", IN_ANOTHER_PROCESS],
            input=json.dumps(REFUSED),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        return run.stdout

    first = said("1")
    assert first.count("Answer(") == len(REFUSED)
    assert said("2") == first


@given(body=bodies())
def test_the_record_holds_what_was_sent_whatever_the_script_does_to_its_request(body):
    def spoils(request: MessagesRequest) -> str:
        for message in request.messages:
            message.clear()
        request.messages.clear()
        for value in dict(request.fields).values():
            if isinstance(value, dict | list):
                value.clear()
        return "Done."

    sent = copy.deepcopy(body)
    model = ScriptedModel(spoils)
    assert post(model, body)[0] == 200
    (kept,) = model.requests
    assert kept.fields == sent
    assert (kept.messages, kept.system, list(kept.tools)) == (
        sent["messages"],
        sent.get("system"),
        sent.get("tools", []),
    )
