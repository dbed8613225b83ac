"""Fails: test_a_failed_call_changes_nothing

Throws the whole history away when a call fails.
"""

import anthropic
from anthropic.types import MessageParam

MODEL = "claude-haiku-5-5"
MAX_TOKENS = 1024


class Conversation:
    def __init__(self, client):
        self.client = client
        self.messages = []

    def send(self, text):
        self.messages.append({"role": "user", "content": text})
        try:
            response = self.client.messages.create(model=MODEL, max_tokens=MAX_TOKENS, messages=self.messages)
        except anthropic.APIError:
            self.messages.clear()
            raise
        self.messages.append({"role": "assistant", "content": response.content})
        return "".join(b.text for b in response.content if b.type == "text")
