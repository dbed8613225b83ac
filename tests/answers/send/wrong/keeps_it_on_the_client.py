"""Fails: test_two_conversations_share_nothing

Keeps the history on the client, which conversations share.
"""

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client = client
        if not hasattr(client, "history"):
            client.history = []
        self.messages = client.history

    def send(self, text):
        asked = {"role": "user", "content": text}
        response = self.client.messages.create(model=MODEL, max_tokens=500, messages=[*self.messages, asked])
        self.messages += [asked, {"role": "assistant", "content": response.content}]
        return "".join(block.text for block in response.content if block.type == "text")
