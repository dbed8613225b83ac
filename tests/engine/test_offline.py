"""The offline API as the SDK meets it: replies, the record, faults on request."""

import gc
import json

import anthropic
import pytest

import turnkeeper
from turnkeeper import ScriptedModel, connect, connect_async
from turnkeeper.offline.collector import CollectorPaused
from turnkeeper.scripts import reader, replies

from .calls import HELLO, MODEL, create, raw, refused

STATUSES = {
    400: anthropic.BadRequestError,
    401: anthropic.AuthenticationError,
    403: anthropic.PermissionDeniedError,
    404: anthropic.NotFoundError,
    409: anthropic.ConflictError,
    413: anthropic.ContentTooLargeError,
    429: anthropic.RateLimitError,
    500: anthropic.InternalServerError,
    529: anthropic.OverloadedError,
}


def test_the_sdk_is_the_real_one_and_gets_a_message():
    client = connect()
    assert type(client) is anthropic.Anthropic
    message = create(client)
    assert isinstance(message, anthropic.types.Message)
    assert (message.role, message.model, message.stop_reason) == ("assistant", MODEL, "end_turn")


def test_usage_and_count_tokens_agree():
    model = ScriptedModel(reader)
    client = connect(model)
    counted = client.messages.count_tokens(model=MODEL, messages=HELLO, system="Be brief.")
    assert counted.input_tokens == create(client, system="Be brief.").usage.input_tokens
    assert (len(model.counts), len(model.requests)) == (1, 1)


def test_a_history_at_rest_can_be_counted():
    history = [*HELLO, {"role": "assistant", "content": "Good morning, Noor."}]
    assert connect().messages.count_tokens(model=MODEL, messages=history).input_tokens > 0
    assert "prefill" in refused(anthropic.BadRequestError, messages=history)


def test_every_request_is_recorded_as_it_was_sent():
    model = ScriptedModel(replies("one", "two"))
    client = connect(model)
    history = list(HELLO)
    create(client, history)
    history.append({"role": "assistant", "content": "one"})
    history.append({"role": "user", "content": "And?"})
    create(client, history, system="Be brief.", metadata={"user_id": "u1"})
    assert [len(request.messages) for request in model.requests] == [1, 3]
    sent = {"model": MODEL, "max_tokens": 100, "messages": history}
    assert model.requests[1].fields == {**sent, "system": "Be brief.", "metadata": {"user_id": "u1"}}


def test_the_record_stays_what_was_sent_whatever_the_script_does_to_its_request():
    def vandal(request):
        request.messages[0]["content"] = "gone"
        request.messages.clear()
        request.system.clear()
        request.tools[0].clear()
        request.fields["messages"] = []
        return "done"

    model = ScriptedModel(vandal)
    sent = {"messages": HELLO, "system": [{"type": "text", "text": "Be brief."}]}
    sent["tools"] = [{"name": "find", "input_schema": {"type": "object"}}]
    create(connect(model), **sent)
    [request] = model.requests
    assert (request.messages, request.system, list(request.tools)) == (HELLO, sent["system"], sent["tools"])
    assert request.fields["messages"] == HELLO


def test_a_script_may_be_a_list_of_turns():
    call = {"type": "tool_use", "name": "find", "input": {"town": "Tarn"}}
    client = connect(ScriptedModel(["Hello.", [call], "Done."]))
    said = [create(client).content[0] for _ in range(3)]
    assert [block.type for block in said] == ["text", "tool_use", "text"]
    assert (said[0].text, said[2].text) == ("Hello.", "Done.")
    with pytest.raises(anthropic.InternalServerError, match=r"have been said \(it had 3\)"):
        create(client)


def test_the_same_requests_get_the_same_bytes():
    def bytes_of_a_day():
        model = ScriptedModel(["one", [{"type": "tool_use", "name": "find", "input": {}}], "three"])
        body = json.dumps({"model": MODEL, "max_tokens": 50, "messages": HELLO})
        calls = [body, body.replace("50", "51"), '{"model": 1}', body.replace("50", '50, "stream": true')]
        return [raw(call.encode(), model) for call in calls]

    assert bytes_of_a_day() == bytes_of_a_day()


def test_refusals_have_the_apis_own_body():
    model = ScriptedModel(reader)
    with pytest.raises(anthropic.BadRequestError) as refusal:
        create(connect(model), [])
    said = {"type": "invalid_request_error", "message": "messages: at least one message is required"}
    assert refusal.value.body == {"type": "error", "error": said, "request_id": refusal.value.request_id}
    assert model.requests == []


def test_an_orphaned_tool_result_is_refused():
    orphan = [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "x"}]}]
    said = refused(anthropic.BadRequestError, messages=orphan)
    assert said.startswith("messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1.")


def test_the_sdk_retries_a_fault_and_gives_up_after_three():
    model = ScriptedModel(reader)
    client = connect(model)
    model.fail_next(529, times=2)
    assert create(client).content
    assert len(model.requests) == 3
    model.fail_next(529, times=3)
    with pytest.raises(anthropic.OverloadedError):
        create(client)
    with pytest.raises(ValueError, match="no error with status 418"):
        model.fail_next(418)
    for times in (0, -1):
        with pytest.raises(ValueError, match=f"1 or more, not {times}"):
            model.fail_next(times=times)


@pytest.mark.parametrize("status", STATUSES)
def test_a_fault_on_request_is_the_sdks_own_exception(status):
    model = ScriptedModel(reader)
    model.fail_next(status, times=3)
    with pytest.raises(STATUSES[status]) as fault:
        create(connect(model))
    headers = fault.value.response.headers
    assert headers["request-id"]
    assert (headers.get("x-should-retry"), headers.get("retry-after")) == (
        (None, "0") if status in (409, 429, 500, 529) else ("false", None)
    )
    if status == 429:
        assert f"model: {MODEL})" in fault.value.api_message
    if status == 413:
        assert fault.value.body == {
            "error": {"type": "request_too_large", "message": "Request exceeds the maximum size"}
        }


def test_a_fault_on_request_may_have_a_code():
    model = ScriptedModel(reader)
    model.fail_next(529, times=3, code="compaction_unavailable")
    with pytest.raises(anthropic.APIStatusError) as fault:
        create(connect(model))
    assert fault.value.error_code == "compaction_unavailable"


def test_a_fault_in_the_middle_of_a_stream_comes_after_some_text():
    model = ScriptedModel(lambda request: "one two three four")
    model.fail_next(529, mid_stream=True)
    heard = []
    with (
        pytest.raises(anthropic.APIStatusError, match="Overloaded"),
        connect(model).messages.stream(model=MODEL, max_tokens=50, messages=HELLO) as stream,
    ):
        heard.extend(stream.text_stream)
    assert 0 < len("".join(heard)) < len("one two three four")


def test_a_path_that_the_offline_api_lacks_says_so():
    with pytest.raises(anthropic.NotFoundError, match="does not answer GET /v1/models"):
        connect().models.list()


def test_tool_calls_stop_for_tool_use():
    call = {"type": "tool_use", "id": "toolu_1", "name": "find_order", "input": {"id": 7}}
    assert create(connect(ScriptedModel(replies([call])))).stop_reason == "tool_use"


def test_offline_stays_offline_whatever_the_environment_says(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://192.0.2.1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-real")
    client = connect()
    assert (client.base_url.host, client.api_key) == ("offline.invalid", "offline")


def test_live_needs_a_key_and_no_scripted_model(monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(ValueError, match="set ANTHROPIC_API_KEY"):
        connect(live=True)
    with pytest.raises(ValueError, match="not both"):
        connect(ScriptedModel(reader), live=True)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-real")
    assert connect(live=True).api_key == "sk-real"


def test_live_holds_for_code_that_awaits_too(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-real")
    client = connect_async(live=True)
    assert isinstance(client, anthropic.AsyncAnthropic)
    assert client.api_key == "sk-real"
    with pytest.raises(ValueError, match="not both"):
        connect_async(ScriptedModel(reader), live=True)


@pytest.mark.parametrize("on", [True, False])
def test_the_garbage_collector_is_left_as_it_was(on):
    (gc.enable if on else gc.disable)()
    try:
        with CollectorPaused():
            assert not gc.isenabled()
        assert gc.isenabled() == on
    finally:
        gc.enable()


def test_a_public_name_is_there_when_it_is_asked_for():
    assert set(turnkeeper.__all__) <= set(dir(turnkeeper))
    assert all(getattr(turnkeeper, name).__name__ == name for name in turnkeeper.__all__)
    with pytest.raises(AttributeError, match="module 'turnkeeper' has no attribute 'nope'"):
        turnkeeper.nope  # noqa: B018


def test_a_fault_of_the_offline_api_itself_is_told_at_once(monkeypatch):
    monkeypatch.setattr("turnkeeper.offline.model.end", lambda *args: {}["x"])
    assert refused(anthropic.InternalServerError) == "The offline API failed: KeyError: 'x'"


def test_a_prompt_longer_than_the_window_is_refused_with_both_numbers():
    long = [{"role": "user", "content": "one " * 200_000}]
    said = refused(anthropic.BadRequestError, model="claude-haiku-4-5", messages=long)
    assert said == "prompt is too long: 200006 tokens > 200000 maximum"


def test_a_prompt_and_a_reply_that_do_not_fit_the_window_together_stop_there():
    long = [{"role": "user", "content": "one " * 199_992}]
    reply = create(connect(ScriptedModel(lambda request: "a b c d e")), long, model="claude-haiku-4-5")
    assert (reply.stop_reason, reply.content[0].text) == ("model_context_window_exceeded", "a b ")
    assert reply.usage.input_tokens + reply.usage.output_tokens == 200_000


def test_a_call_with_max_tokens_0_fills_the_cache_and_says_nothing():
    def never(request):
        raise AssertionError("the script was asked")

    model = ScriptedModel(never)
    marked = [{"type": "text", "text": "rule " * 600, "cache_control": {"type": "ephemeral"}}]
    reply = create(connect(model), system=marked, max_tokens=0)
    assert (reply.content, reply.stop_reason, reply.usage.output_tokens) == ([], "max_tokens", 0)
    assert reply.usage.cache_creation_input_tokens > 600
    model.script = lambda request: "Hello."
    assert create(connect(model), system=marked).usage.cache_read_input_tokens > 600


def test_a_strict_platform_can_be_asked_for():
    two = [{"role": "user", "content": "What is the weather"}, {"role": "user", "content": "in Lund today?"}]
    assert create(connect(ScriptedModel(reader)), two).content
    assert refused(anthropic.BadRequestError, ScriptedModel(reader, target="strict"), messages=two)


def test_a_script_may_call_its_own_model():
    def script(request):
        return "inner" if request.system == "inner" else create(client, system="inner").content[0].text + ", outer"

    client = connect(model := ScriptedModel(script))
    reply = create(client)
    assert (reply.content[0].text, reply.id, reply._request_id) == (
        "inner, outer",
        "msg_offline_000001",
        "req_offline_000001",
    )
    assert len(model.requests) == 2
    assert create(client, system="inner").id == "msg_offline_000003"


def test_the_record_may_be_kept_short():
    model = ScriptedModel(reader, record=2)
    client = connect(model)
    for number in range(4):
        create(client, [{"role": "user", "content": f"{number}"}])
    assert [request.messages[0]["content"] for request in model.requests] == ["2", "3"]
    silent = ScriptedModel(reader, record=0)
    create(connect(silent))
    connect(silent).messages.count_tokens(model=MODEL, messages=HELLO)
    assert (silent.requests, silent.counts) == ([], [])


def test_a_model_is_made_of_a_function_or_a_list_and_a_target_that_is_known():
    with pytest.raises(TypeError, match="put the text into a list"):
        ScriptedModel("Hello.")
    with pytest.raises(ValueError, match="target is one of claude, strict, not 'bogus'"):
        ScriptedModel(reader, target="bogus")


def test_diagnostics_say_why_the_cache_was_missed():
    client = connect(ScriptedModel(reader))
    first = create(client, system="Be brief.", diagnostics={"previous_message_id": None})
    assert first.diagnostics is None
    second = create(client, system="Be kind.", diagnostics={"previous_message_id": first.id})
    assert second.diagnostics.cache_miss_reason.type == "system_changed"
