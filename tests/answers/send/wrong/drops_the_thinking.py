"""Fails: test_the_history_is_kept

Keeps all blocks of a reply but its thinking.
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
        q = {"role": "user", "content": text}
        response = self.client.messages.create(model=MODEL, max_tokens=MAX_TOKENS, messages=self.messages + [q])
        blocks = [b for b in response.content if b.type != "thinking"]
        self.messages.extend([q, {"role": "assistant", "content": blocks}])
        return "".join(b.text for b in blocks if b.type == "text")
