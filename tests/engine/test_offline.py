import anthropic
import httpx2
import pytest

from turnkeeper import ScriptedModel, connect
from turnkeeper.scripts import reader, replies

HELLO = [{"role": "user", "content": "Hello. My name is Noor."}]
MODEL = "claude-haiku-5-5"


def create(client, messages, **more):
    return client.messages.create(**{"model": MODEL, "max_tokens": 100, "messages": messages, **more})


def test_the_sdk_is_the_real_one_and_gets_a_message():
    client = connect()
    assert type(client) is anthropic.Anthropic
    message = create(client, HELLO)
    assert isinstance(message, anthropic.types.Message)
    assert (message.role, message.model, message.stop_reason) == ("assistant", MODEL, "end_turn")


def test_usage_and_count_tokens_agree():
    model = ScriptedModel(reader)
    client = connect(model)
    counted = client.messages.count_tokens(model=MODEL, messages=HELLO, system="Be brief.")
    assert counted.input_tokens == create(client, HELLO, system="Be brief.").usage.input_tokens
    assert (len(model.counts), len(model.requests)) == (1, 1)


def test_every_request_is_recorded_as_it_was_sent():
    model = ScriptedModel(replies("one", "two"))
    client = connect(model)
    history = list(HELLO)
    create(client, history)
    history.append({"role": "assistant", "content": "one"})
    history.append({"role": "user", "content": "And?"})
    create(client, history, system="Be brief.")
    assert [len(request.messages) for request in model.requests] == [1, 3]
    assert model.requests[1].system == "Be brief."


@pytest.mark.parametrize(
    ("fields", "error", "kind", "said"),
    [
        (
            {"messages": []},
            anthropic.BadRequestError,
            "invalid_request_error",
            "messages: at least one message is required",
        ),
        (
            {"messages": "hi"},
            anthropic.BadRequestError,
            "invalid_request_error",
            "messages: Input should be a valid array",
        ),
        ({"model": "claude-nope-1"}, anthropic.NotFoundError, "not_found_error", "model: claude-nope-1"),
        (
            {"max_tokens": -1},
            anthropic.BadRequestError,
            "invalid_request_error",
            "max_tokens: must be greater than or equal to 0",
        ),
        (
            {"max_tokens": 1.5},
            anthropic.BadRequestError,
            "invalid_request_error",
            "max_tokens: Input should be a valid integer",
        ),
    ],
)
def test_refusals_have_the_apis_own_body(fields, error, kind, said):
    model = ScriptedModel(reader)
    with pytest.raises(error) as refused:
        create(connect(model), **{"messages": HELLO, **fields})
    assert refused.value.body == {
        "type": "error",
        "error": {"type": kind, "message": said},
        "request_id": refused.value.request_id,
    }
    assert model.requests == []


def test_an_orphaned_tool_result_is_refused():
    orphan = [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "x"}]}]
    with pytest.raises(
        anthropic.BadRequestError, match="unexpected `tool_use_id` found in `tool_result` blocks: toolu_1"
    ):
        create(connect(), orphan)


def test_the_sdk_retries_a_fault_and_gives_up_after_three():
    model = ScriptedModel(reader)
    client = connect(model)
    model.fail_next(529, times=2)
    assert create(client, HELLO).content
    assert len(model.requests) == 3
    model.fail_next(529, times=3)
    with pytest.raises(anthropic.OverloadedError):
        create(client, HELLO)
    with pytest.raises(ValueError, match="no error with status 418"):
        model.fail_next(418)


def test_a_path_that_the_offline_api_lacks_says_so():
    with pytest.raises(anthropic.NotFoundError, match="does not answer GET /v1/models"):
        connect().models.list()


def test_tool_calls_stop_for_tool_use():
    call = {"type": "tool_use", "id": "toolu_1", "name": "find_order", "input": {"id": 7}}
    assert create(connect(ScriptedModel(replies([call]))), HELLO).stop_reason == "tool_use"


def test_a_script_that_has_no_more_replies_says_so():
    model = ScriptedModel(replies("one"))
    create(connect(model), HELLO)
    with pytest.raises(anthropic.InternalServerError, match=r"all replies of this script have been said \(it had 1\)"):
        create(connect(model), HELLO)
    assert len(model.requests) == 2


def test_offline_stays_offline_whatever_the_environment_says(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://192.0.2.1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-real")
    client = connect()
    assert (client.base_url.host, client.api_key) == ("offline.invalid", "offline")


def test_live_needs_a_key_and_no_offline_model(monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(ValueError, match="set ANTHROPIC_API_KEY"):
        connect(live=True)
    with pytest.raises(ValueError, match="not both"):
        connect(ScriptedModel(reader), live=True)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-real")
    assert connect(live=True).api_key == "sk-real"


def refused(error, model=None, **fields):
    model = model or ScriptedModel(reader)
    with pytest.raises(error) as refusal:
        create(connect(model), **{"messages": HELLO, **fields})
    assert model._arrived == 1, "the SDK tried again"
    return refusal.value.body["error"]["message"]


def user(*blocks):
    return [{"role": "user", "content": list(blocks)}]


RESULT = {"type": "tool_result", "tool_use_id": "toolu_1"}
CALL = [
    {"role": "user", "content": "Find it."},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "find", "input": {}}]},
]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
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
                (None, ": Input should be a valid array"),
                (["x"], ".0: Input should be an object"),
                ([{"text": "x"}], ".0.type: Field required"),
                ([{"type": "text"}], ".0.text.text: Field required"),
            ]
        ),
        ({"stream": 1}, "stream: Input should be a valid boolean"),
    ],
)
def test_a_field_of_the_wrong_kind_is_refused_and_nobody_else_is_blamed(fields, said):
    model = ScriptedModel(reader)
    assert refused(anthropic.BadRequestError, model, **fields) == said
    assert model.requests == []


def test_the_first_fault_is_the_one_the_api_reports_first():
    fields = {"tools": 5, "messages": user({"type": "text"}), "system": 5, "max_tokens": -1, "stream": True}
    said = []
    while fields:
        said.append(refused(anthropic.BadRequestError, **fields).partition(":")[0])
        del fields[next(iter(fields))]
    assert said[:4] == ["tools", "messages.0.content.0.text.text", "system", "max_tokens"]
    orphan = user({**RESULT, "content": "x"})
    assert refused(anthropic.BadRequestError, messages=orphan, system=5) == "system: Input should be a valid array"


def test_a_tool_result_may_hold_a_text_blocks_or_nothing():
    for content in ({"content": "x"}, {"content": [{"type": "text", "text": "x"}]}, {"content": []}, {}):
        assert create(connect(), [*CALL, *user({**RESULT, **content})]).content


def test_a_request_nested_too_deeply_is_refused():
    nested = {}
    for _ in range(300):
        nested = {"a": nested}
    call = {"type": "tool_use", "id": "toolu_1", "name": "find", "input": nested}
    said = refused(
        anthropic.BadRequestError, messages=[{"role": "user", "content": "?"}, {**CALL[1], "content": [call]}]
    )
    assert said == "The request body is nested too deeply: the offline API reads 200 levels."


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{", "The request body is not valid JSON."),
        (b"\xff", "The request body is not valid JSON."),
        (b"[]", "The request body should be a JSON object."),
        (b'{"a":' * 100_000, "The request body is nested too deeply"),
        (rb'{"model": "\ud83d"}', "The request body is not valid JSON: no low surrogate in string"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(body, said):
    answer = ScriptedModel(reader).handle(httpx2.Request("POST", "http://x.invalid/v1/messages", content=body))
    assert answer.status_code == 400
    assert answer.json()["error"]["message"].startswith(said)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (None, "returned None. A script returns a text, or a list of content blocks"),
        (5, "returned an object of the type int. A script returns"),
        ({"type": "text", "text": "x"}, "returned an object of the type dict. A script returns"),
        (["hello"], "returned a list whose item 0 is an object of the type str. A script"),
        ([{"text": "x"}], "returned a list whose item 0 has no type. A script"),
        ([{"type": "text"}], "returned a text block (item 0) whose 'text' is no text. A script"),
        ([{"type": "tool_use", "id": "t", "name": "n", "input": "x"}], "a tool_use block (item 0) whose 'input' is no"),
        ([{"type": "thinking", "thinking": {1}}], "returned something that cannot be sent as JSON ("),
        ("\ud83d", "returned something that cannot be sent as JSON ("),
    ],
)
def test_a_script_that_answers_no_reply_is_told_what_it_may_answer(reply, said):
    message = refused(anthropic.InternalServerError, ScriptedModel(lambda request: reply))
    assert message.startswith("The script of the offline model returned ")
    assert said in message


def test_a_script_may_answer_blocks_of_the_sdk():
    block = anthropic.types.TextBlock(type="text", text="Hello.")
    assert create(connect(ScriptedModel(lambda request: [block])), HELLO).content[0].text == "Hello."


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("cannot say")


@pytest.mark.parametrize(("fault", "said"), [(Mute(), "Mute"), (ValueError("half \ud83d"), "ValueError: half \ud83d")])
def test_a_scripts_own_fault_is_told_whatever_it_says(fault, said):
    def script(request):
        raise fault

    message = refused(anthropic.InternalServerError, ScriptedModel(script))
    assert message == f"The script of the offline model failed: {said}"


def test_a_fault_of_the_offline_api_itself_is_told_at_once(monkeypatch):
    monkeypatch.setattr("turnkeeper.offline.model.block_tokens", lambda *args: {}["x"])
    assert refused(anthropic.InternalServerError) == "The offline API failed: KeyError: 'x'"


def test_a_stream_is_refused_and_not_left_empty():
    said = "The offline API does not stream yet. Call messages.create without stream=True"
    assert refused(anthropic.BadRequestError, stream=True).startswith(said)
    with (
        pytest.raises(anthropic.BadRequestError, match=said),
        connect().messages.stream(model=MODEL, max_tokens=9, messages=HELLO),
    ):
        pass
