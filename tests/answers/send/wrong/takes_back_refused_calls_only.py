"""Fails: test_a_failed_call_changes_nothing

Takes the question back when the API answered with an error, and not when there was no connection.
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
        except anthropic.APIStatusError:
            self.messages.pop()
            raise
        self.messages.append({"role": "assistant", "content": response.content})
        return "".join(b.text for b in response.content if b.type == "text")
