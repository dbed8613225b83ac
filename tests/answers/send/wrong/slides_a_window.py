"""Fails: test_the_whole_history_is_sent

Sends the last ten messages only.
"""

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client = client
        self.messages = []

    def send(self, text):
        asked = {"role": "user", "content": text}
        response = self.client.messages.create(model=MODEL, max_tokens=500, messages=[*self.messages, asked][-11:])
        self.messages += [asked, {"role": "assistant", "content": response.content}]
        return "".join(block.text for block in response.content if block.type == "text")
