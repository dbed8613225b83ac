"""Keeps the user's text as a block, and the reply's blocks as plain mappings."""

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client, self.messages = client, []

    def send(self, text):
        history = self.messages + [{"role": "user", "content": [{"type": "text", "text": text}]}]
        reply = self.client.messages.create(model=MODEL, max_tokens=500, messages=history).content
        self.messages = history + [
            {"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in reply]}
        ]
        return "".join(block.text for block in reply if block.type == "text")
