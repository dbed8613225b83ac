"""Fails: test_the_history_is_kept

Keeps the history elsewhere, and the last reply in self.messages.
"""

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client = client
        self.messages = []
        self.said = []

    def send(self, text):
        asked = {"role": "user", "content": text}
        response = self.client.messages.create(model=MODEL, max_tokens=500, messages=[*self.said, asked])
        self.said += [asked, {"role": "assistant", "content": response.content}]
        self.messages = self.said[:1] + self.said[-1:]
        return "".join(block.text for block in response.content if block.type == "text")
