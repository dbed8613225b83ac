"""What the fuzzer found, each with its smallest body: it must not come back."""

import json

import pytest

from turnkeeper import ScriptedModel

from .requests import COUNT, CREATE, CURRENT


@pytest.mark.parametrize("path", [CREATE, COUNT])
def test_a_system_message_without_content(path):
    """It may hold directives alone, so `content` is not required: reading it ended with a KeyError and status 500."""
    body = {"model": "claude-opus-5", "messages": [{"role": "user", "content": "Hello."}, {"role": "system"}]}
    if path == CREATE:
        body["max_tokens"] = 1
    answer = ScriptedModel(lambda request: "Hi.").answer("POST", path, CURRENT, json.dumps(body).encode())
    assert answer.status == 400
    assert json.loads(answer.chunks[0])["error"]["message"] == (
        "messages.1: system content must contain at least one block"
    )


@pytest.mark.parametrize("path", [CREATE, COUNT])
def test_a_system_message_of_directives(path):
    directives = {"role": "system", "output_config": {"effort": "low"}}
    body = {"model": "claude-opus-5", "messages": [{"role": "user", "content": "Hello."}, directives]}
    if path == CREATE:
        body["max_tokens"] = 1
    headers = {**CURRENT, "anthropic-beta": "mid-conversation-output-config-2026-07-01"}
    answer = ScriptedModel(lambda request: "Hi.").answer("POST", path, headers, json.dumps(body).encode())
    assert answer.status == 200
