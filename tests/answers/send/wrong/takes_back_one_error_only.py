"""Fails: test_a_failed_call_changes_nothing

Takes the question back after a refused call, and not when the API is overloaded.
"""

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
        except anthropic.BadRequestError:
            self.messages.pop()
            raise
        self.messages.append({"role": "assistant", "content": response.content})
        return "".join(block.text for block in response.content if block.type == "text")
