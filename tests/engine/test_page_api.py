"""Real calls from the page: the SDK's request goes to the page's part, and Python never sees a key."""

import asyncio
import json
import sys
from typing import Any

import anthropic
import httpx2
import pytest

from turnkeeper import connect, connect_async
from turnkeeper.page_api import HELD, open_door

MESSAGES: list[Any] = [{"role": "user", "content": "Hello. My name is Noor."}]
REPLY = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-haiku-5-5",
    "content": [{"type": "text", "text": "Hello, Noor."}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 12, "output_tokens": 5},
}


class Page:
    """The page's part: keeps what it was asked to send."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.answer = answer
        self.sent: list[tuple[str, str, dict[str, str], Any]] = []

    def send(self, method: str, path: str, headers: str, body: str) -> str:
        self.sent.append((method, path, json.loads(headers), json.loads(body)))
        return json.dumps(self.answer)


@pytest.fixture
def page(monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    page = Page({"status": 200, "headers": {"content-type": "application/json"}, "body": json.dumps(REPLY)})
    open_door(page.send)
    yield page
    open_door(None)


def ask(client: anthropic.Anthropic) -> anthropic.types.Message:
    return client.messages.create(model="claude-haiku-5-5", max_tokens=100, messages=MESSAGES)


def test_a_real_call_is_sent_by_the_page_without_a_key(page):
    reply = ask(connect(live=True))
    assert reply.content[0].text == "Hello, Noor."
    ((method, path, headers, body),) = page.sent
    assert (method, path) == ("POST", "/v1/messages")
    assert body == {"model": "claude-haiku-5-5", "max_tokens": 100, "messages": MESSAGES}
    assert headers["anthropic-version"]
    assert all(HELD in value for name, value in headers.items() if name in ("authorization", "x-api-key"))


def test_code_that_awaits_calls_through_the_page_too(page):
    client = connect_async(live=True)
    reply = asyncio.run(client.messages.create(model="claude-haiku-5-5", max_tokens=100, messages=MESSAGES))
    assert reply.usage.output_tokens == 5


def test_what_the_page_could_not_send_is_asked_once_and_told(page):
    page.answer = {"problem": "The API could not be reached."}
    with pytest.raises(anthropic.APIConnectionError) as caught:
        ask(connect(live=True))
    assert str(caught.value.__cause__) == "The API could not be reached."
    assert len(page.sent) == 1


def test_a_refusal_of_the_api_is_the_sdks_own_error(page):
    error = {"type": "error", "error": {"type": "authentication_error", "message": "invalid x-api-key"}}
    page.answer = {"status": 401, "headers": {"content-type": "application/json"}, "body": json.dumps(error)}
    with pytest.raises(anthropic.AuthenticationError, match="invalid x-api-key"):
        ask(connect(live=True))


def test_a_client_from_before_sends_nothing_once_the_key_is_forgotten(page):
    client = connect(live=True)
    open_door(None)
    with pytest.raises(anthropic.APIConnectionError) as caught:
        ask(client)
    assert isinstance(caught.value.__cause__, httpx2.ConnectError)
    assert page.sent == []


def test_elsewhere_in_the_browser_live_names_the_page(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-of-nobody")
    with pytest.raises(ValueError, match='give it on the page "Run it on a real model"'):
        connect(live=True)
    with pytest.raises(ValueError, match="give it on the page"):
        connect_async(live=True)
