import anthropic
import pytest

from turnkeeper import OfflineModel, connect
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
    model = OfflineModel(reader)
    client = connect(model)
    counted = client.messages.count_tokens(model=MODEL, messages=HELLO, system="Be brief.")
    assert counted.input_tokens == create(client, HELLO, system="Be brief.").usage.input_tokens
    assert (len(model.counts), len(model.requests)) == (1, 1)


def test_every_request_is_recorded_as_it_was_sent():
    model = OfflineModel(replies("one", "two"))
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
    model = OfflineModel(reader)
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
    model = OfflineModel(reader)
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
    assert create(connect(OfflineModel(replies([call]))), HELLO).stop_reason == "tool_use"


def test_a_script_that_has_no_more_replies_says_so():
    model = OfflineModel(replies("one"))
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
        connect(OfflineModel(reader), live=True)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-real")
    assert connect(live=True).api_key == "sk-real"
