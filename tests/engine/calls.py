"""Calls of the offline API, for tests."""

import anthropic
import pytest

from turnkeeper import ScriptedModel, connect
from turnkeeper.scripts import reader

MODEL = "claude-haiku-5-5"
HELLO = [{"role": "user", "content": "Hello. My name is Noor."}]


def create(client, messages=HELLO, **more):
    """Call the API with the real SDK; fields that the SDK does not know go through `extra_body`."""
    return client.messages.create(**{"model": MODEL, "max_tokens": 100, "messages": messages, **more})


def refused(error, scripted=None, **fields):
    """Return what the API says when it refuses a call, which the SDK must not try again."""
    scripted = scripted or ScriptedModel(reader)
    with pytest.raises(error) as refusal:
        create(connect(scripted), **fields)
    assert scripted._arrived == 1, "the SDK tried again"
    return refusal.value.body["error"]["message"]


def bad(scripted=None, **fields):
    """Return what the API says when it refuses a call with status 400."""
    return refused(anthropic.BadRequestError, scripted, **fields)


def raw(body, model=None, *, path="/v1/messages", method="POST", **headers):
    """Send bytes without the SDK, and return the answer."""
    sent = {"anthropic-version": "2026-10-21", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return (model or ScriptedModel(reader)).answer(method, path, sent, body)
