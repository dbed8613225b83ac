"""Fails: test_the_history_is_kept

Keeps the reply as a string.
"""

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client = client
        self.messages = []

    def send(self, text):
        asked = {"role": "user", "content": text}
        response = self.client.messages.create(model=MODEL, max_tokens=500, messages=[*self.messages, asked])
        reply = "".join(block.text for block in response.content if block.type == "text")
        self.messages += [asked, {"role": "assistant", "content": reply}]
        return reply
