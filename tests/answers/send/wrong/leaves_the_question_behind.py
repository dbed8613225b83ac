"""Fails: test_a_failed_call_changes_nothing

Appends the question before the call, and never takes it back.
"""

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client = client
        self.messages = []

    def send(self, text):
        self.messages.append({"role": "user", "content": text})
        response = self.client.messages.create(model=MODEL, max_tokens=500, messages=self.messages)
        self.messages.append({"role": "assistant", "content": response.content})
        return "".join(block.text for block in response.content if block.type == "text")
