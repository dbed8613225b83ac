"""The fields of a request: shapes, the order of faults, and what each model takes."""

import json

import anthropic
import pytest

from turnkeeper import ScriptedModel, connect
from turnkeeper.scripts import reader

from .calls import HELLO, MODEL, bad, create, raw, refused


def user(*blocks):
    return [{"role": "user", "content": list(blocks)}]


def body(**fields):
    return {"extra_body": fields}


RESULT = {"type": "tool_result", "tool_use_id": "toolu_1"}
CALL = [
    {"role": "user", "content": "Find it."},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "find", "input": {}}]},
]
FIND = [{"name": "find", "input_schema": {"type": "object"}}]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"messages": []}, "messages: at least one message is required"),
        ({"messages": "hi"}, "messages: Input should be a valid array"),
        ({"messages": [5]}, "messages.0: Input should be an object"),
        ({"messages": [{"content": "x"}]}, "messages.0.role: Field required"),
        ({"messages": [{"role": "user"}]}, "messages.0.content: Field required"),
        ({"messages": [{"role": "user", "content": 5}]}, "messages.0.content: Input should be a valid array"),
        ({"messages": [{**HELLO[0], "bogus": 1}]}, "messages.0.bogus: Extra inputs are not permitted"),
        (
            {"messages": [{"role": "tool", "content": "x"}]},
            'messages: Unexpected role "tool". Allowed roles are "user" or "assistant"',
        ),
        ({"system": 5}, "system: Input should be a valid array"),
        ({"system": None}, "system: Input should be a valid array"),
        ({"system": {"type": "text", "text": "x"}}, "system: Input should be a valid array"),
        ({"system": ["x"]}, "system.0: Input should be an object"),
        ({"system": [{"text": "x"}]}, "system.0.type: Field required"),
        ({"system": [{"type": "text"}]}, "system.0.text: Field required"),
        ({"tools": 5}, "tools: Input should be a valid array"),
        ({"tools": None}, "tools: Input should be a valid array"),
        ({"tools": {"name": "find"}}, "tools: Input should be a valid array"),
        ({"tools": ["find"]}, "tools.0: Input should be an object"),
        ({"messages": user({"type": "text"})}, "messages.0.content.0.text.text: Field required"),
        (
            {"messages": user({"type": "text", "text": 5})},
            "messages.0.content.0.text.text: Input should be a valid string",
        ),
        *(
            (
                {"messages": [*CALL, *user({**RESULT, "content": content})]},
                f"messages.2.content.0.tool_result.content{said}",
            )
            for content, said in [
                (5, ": Input should be a valid array"),
                (["x"], ".0: Input should be an object"),
                ([{"text": "x"}], ".0.type: Field required"),
                ([{"type": "text"}], ".0.text.text: Field required"),
            ]
        ),
        ({"stream": 1}, "stream: Input should be a valid boolean"),
        ({"max_tokens": -1}, "max_tokens: must be greater than or equal to 0"),
        ({"max_tokens": 1.5}, "max_tokens: Input should be a valid integer"),
        ({"max_tokens": True}, "max_tokens: Input should be a valid integer"),
        ({"stop_sequences": "END"}, "stop_sequences: Input should be a valid array"),
        ({"metadata": 5}, "metadata: Input should be an object"),
        (body(bogus=1), "bogus: Extra inputs are not permitted"),
        (body(context_management={}), "context_management: Extra inputs are not permitted"),
        (body(compaction={"type": "summarize"}), "`compaction` requires anthropic-beta: compact-2026-09-04"),
        (body(thread={"type": "create"}), "thread: Extra inputs are not permitted"),
        ({"thinking": {"type": "enabled"}}, "thinking.enabled.budget_tokens: Field required"),
        (
            {"thinking": {"type": "enabled", "budget_tokens": 5}},
            "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
        ),
    ],
)
def test_a_field_of_the_wrong_kind_is_refused_and_nobody_else_is_blamed(fields, said):
    model = ScriptedModel(reader)
    assert bad(model, **fields) == said
    assert model.requests == []


@pytest.mark.parametrize("missing", ["model", "messages", "max_tokens"])
def test_a_missing_field_is_named(missing):
    fields = {"model": MODEL, "max_tokens": 9, "messages": HELLO}
    del fields[missing]
    answer = raw(json.dumps(fields).encode())
    assert (answer.status, json.loads(answer.chunks[0])["error"]["message"]) == (400, f"{missing}: Field required")


ORDER = [
    ("model", 5),
    ("tool_choice", 5),
    ("tools", 5),
    ("messages", [{"role": "user"}]),
    ("system", 5),
    ("thinking", 5),
    ("output_config", 5),
    ("cache_control", 5),
    ("max_tokens", -1),
    ("metadata", 5),
    ("stop_sequences", 5),
    ("service_tier", 5),
    ("stream", 5),
    ("bogus", 5),
]


def test_the_first_fault_is_the_one_the_api_reports_first():
    good = {"model": MODEL, "max_tokens": 9, "messages": HELLO}
    left = dict(reversed(ORDER))
    for name, _ in ORDER:
        answer = raw(json.dumps({**good, **left}).encode())
        assert json.loads(answer.chunks[0])["error"]["message"].partition(":")[0].split(".")[0] == name
        del left[name]
    assert raw(json.dumps(good).encode()).status == 200


def test_a_field_that_does_not_belong_there_comes_last():
    assert bad(max_tokens=999_999, timeout=5, **body(bogus=5)).startswith("max_tokens: 999999 > 128000")


def test_the_shape_of_every_field_comes_before_the_history():
    orphan = user({**RESULT, "content": "x"})
    assert bad(messages=orphan, system=5) == "system: Input should be a valid array"
    assert bad(messages=orphan, **body(bogus=1)) == "bogus: Extra inputs are not permitted"
    assert "tool_use_id" in bad(messages=orphan)


def test_a_count_has_fewer_fields():
    client = connect()
    for extra in ({"max_tokens": 5}, {"stream": False}, {"stop_sequences": ["x"]}):
        [name] = extra
        with pytest.raises(anthropic.BadRequestError, match=f"{name}: Extra inputs are not permitted"):
            client.messages.count_tokens(model=MODEL, messages=HELLO, extra_body=extra)


@pytest.mark.parametrize("extra", [{"stop_sequences": 5}, {"stop_sequences": [5]}, {"max_tokens": "x"}])
def test_a_field_that_a_count_does_not_have_is_refused_whatever_it_holds(extra):
    body = {"model": MODEL, "messages": HELLO, **extra}
    answer = raw(json.dumps(body).encode(), path="/v1/messages/count_tokens")
    [name] = extra
    assert answer.status == 400
    assert json.loads(answer.chunks[0])["error"]["message"] == f"{name}: Extra inputs are not permitted"


def test_a_model_that_is_not_known_is_not_found():
    assert refused(anthropic.NotFoundError, model="claude-nope-1") == "model: claude-nope-1"


def test_a_dated_id_is_answered_under_its_own_name():
    assert create(connect(), model="claude-haiku-4-5-20251001").model == "claude-haiku-4-5-20251001"


def test_a_tool_result_may_hold_a_text_blocks_or_nothing():
    for content in ({"content": "x"}, {"content": [{"type": "text", "text": "x"}]}, {"content": []}, {}):
        assert create(connect(), [*CALL, *user({**RESULT, **content})]).content


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"model": "claude-haiku-4-5", "max_tokens": 64_001, "timeout": 5},
            "max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for claude-haiku-4-5",
        ),
        (
            {"thinking": {"type": "enabled", "budget_tokens": 2000}, "max_tokens": 3000},
            '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and '
            '"output_config.effort" to control thinking behavior.',
        ),
        (
            {"thinking": {"type": "adaptive"}, "model": "claude-haiku-4-5"},
            "adaptive thinking is not supported on this model",
        ),
        (
            {"thinking": {"type": "enabled", "budget_tokens": 2000}, "model": "claude-haiku-4-5"},
            "`max_tokens` must be greater than `thinking.budget_tokens`.",
        ),
        (
            {"thinking": {"type": "disabled"}, "model": "claude-opus-5-5"},
            '"thinking.type.disabled" is not supported for this model. Thinking defaults to adaptive mode when not '
            "specified.",
        ),
        (
            {"thinking": {"type": "adaptive", "block_binding": {}}},
            "thinking.adaptive.block_binding: Extra inputs are not permitted",
        ),
        ({"tool_choice": {"type": "auto"}}, "tool_choice: may only be specified while providing tools"),
        (
            {"tool_choice": {"type": "tool", "name": "pay"}, "tools": FIND},
            "Tool 'pay' not found in provided tools",
        ),
        (
            {"tool_choice": {"type": "any"}, "tools": FIND, "model": "claude-sonnet-5-5"},
            "tool_choice: type 'any' is not supported on this model",
        ),
        (
            {"tool_choice": {"type": "any"}, "tools": FIND, "thinking": {"type": "adaptive"}},
            "Thinking may not be enabled when tool_choice forces tool use.",
        ),
        (body(temperature=0.5), "temperature: Extra inputs are not permitted"),
        (
            {"extra_headers": {"anthropic-version": "2023-06-01"}, **body(temperature=0.5)},
            "`temperature` is deprecated for this model.",
        ),
        ({"stop_sequences": ["END", " "]}, "stop_sequences: each stop sequence must contain non-whitespace"),
        ({"max_tokens": 0, "stream": True}, "max_tokens: 0 cannot be used together with stream"),
        (
            {"max_tokens": 0, "thinking": {"type": "adaptive"}},
            "max_tokens: 0 cannot be used together with thinking",
        ),
        (
            {"max_tokens": 0, "output_config": {"format": {"type": "json_schema", "schema": {}}}},
            "max_tokens: 0 cannot be used together with output_config.format",
        ),
        (
            {"max_tokens": 0, "tool_choice": {"type": "any"}, "tools": FIND},
            "max_tokens: 0 cannot be used together with tool_choice",
        ),
    ],
)
def test_what_a_model_does_not_take_is_refused(fields, said):
    assert bad(**fields) == said


def test_older_models_take_sampling_and_a_thinking_budget():
    old = {"model": "claude-haiku-4-5", "extra_headers": {"anthropic-version": "2023-06-01"}}
    assert create(connect(), **old, **body(temperature=1, top_p=0.5, top_k=3)).content
    assert create(connect(), **old, max_tokens=3000, thinking={"type": "enabled", "budget_tokens": 2000}).content


def test_tools_may_be_forced_on_a_model_that_allows_it():
    call = {"type": "tool_use", "id": "toolu_1", "name": "find", "input": {}}
    forced = {"tools": FIND, "tool_choice": {"type": "tool", "name": "find"}}
    assert create(connect(ScriptedModel([[call]])), **forced).stop_reason == "tool_use"


def test_a_forced_tool_costs_a_longer_hidden_prompt():
    def tokens(kind):
        request = {"model": MODEL, "messages": HELLO, "tools": FIND, "tool_choice": {"type": kind}}
        return connect().messages.count_tokens(**request).input_tokens

    assert tokens("any") - tokens("auto") == 120


def test_a_request_nested_too_deeply_is_refused():
    nested = {}
    for _ in range(300):
        nested = {"a": nested}
    call = {"type": "tool_use", "id": "toolu_1", "name": "find", "input": nested}
    said = bad(messages=[{"role": "user", "content": "?"}, {**CALL[1], "content": [call]}])
    assert said.startswith("The request body is not valid JSON: recursion limit exceeded")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{", "The request body is not valid JSON: EOF while parsing an object at line 1 column 1"),
        (b"\xff", "The request body is not valid JSON: expected value"),
        (b'{"max_tokens": NaN}', "The request body is not valid JSON: expected value"),
        (b"[]", "The request body should be a JSON object."),
        (b'{"a":' * 100_000, "The request body is not valid JSON: recursion limit exceeded"),
        (rb'{"model": "\ud83d"}', "The request body is not valid JSON: unexpected end of hex escape"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(body, said):
    answer = raw(body)
    assert answer.status == 400
    assert json.loads(answer.chunks[0])["error"]["message"].startswith(said)


def test_a_body_over_32_megabytes_is_too_large():
    answer = raw(b" " * (32 * 1024 * 1024 + 1))
    assert (answer.status, json.loads(answer.chunks[0])["error"]["type"]) == (413, "request_too_large")


@pytest.mark.parametrize(
    ("version", "said"),
    [(None, "anthropic-version: header is required"), ("2031-01-01", "anthropic-version: ")],
)
def test_the_version_must_be_named_and_known(version, said):
    headers = {} if version is None else {"Anthropic-Version": version}
    answer = ScriptedModel(reader).answer("POST", "/v1/messages", headers, b"{}")
    assert answer.status == 400
    assert json.loads(answer.chunks[0])["error"]["message"].startswith(said)


@pytest.mark.parametrize(
    ("message", "beta", "said"),
    [
        (
            {"content": "Be kind.", "clear_at": "next_user_message"},
            "mid-conversation-system-clear-at-2026-08-21",
            "messages.1.clear_at: Extra inputs are not permitted",
        ),
        (
            {"content": [], "output_config": {"effort": "low"}},
            "mid-conversation-output-config-2026-07-01",
            "messages.1.output_config: Extra inputs are not permitted",
        ),
        (
            {"content": [{"type": "tool_removal", "tool": {"type": "tool_reference", "name": "find"}}]},
            "mid-conversation-tool-changes-2026-07-01",
            "messages.1.content.0: 'tool_removal' requires anthropic-beta: mid-conversation-tool-changes-2026-07-01",
        ),
    ],
)
def test_what_a_system_message_may_hold_depends_on_betas(message, beta, said):
    request = {"model": "claude-opus-5", "messages": [*HELLO, {"role": "system", **message}], "tools": FIND}
    assert bad(**request) == said
    assert create(connect(), **request, extra_headers={"anthropic-beta": beta}).content
