"""Appends first, and takes the message back when the call fails."""

import anthropic

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client = client
        self.messages = []

    def send(self, text):
        self.messages.append({"role": "user", "content": text})
        try:
            response = self.client.messages.create(model=MODEL, max_tokens=500, messages=self.messages)
        except anthropic.APIError:
            self.messages.pop()
            raise
        self.messages.append({"role": "assistant", "content": response.content})
        return "".join(block.text for block in response.content if block.type == "text")
