"""Fails: test_a_failed_call_changes_nothing

Puts the error into the history, as if the model had said it.
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
        except anthropic.APIError as error:
            self.messages.append({"role": "assistant", "content": f"Sorry: {error}"})
            return "Sorry"
        self.messages.append({"role": "assistant", "content": response.content})
        return "".join(block.text for block in response.content if block.type == "text")
