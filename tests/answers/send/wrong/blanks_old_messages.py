"""Fails: test_the_whole_history_is_sent

Sends the roles of the old messages, and not what was said.
"""

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client = client
        self.messages = []

    def send(self, text):
        asked = {"role": "user", "content": text}
        old = [{**message, "content": "..."} for message in self.messages]
        response = self.client.messages.create(model=MODEL, max_tokens=500, messages=[*old, asked])
        self.messages += [asked, {"role": "assistant", "content": response.content}]
        return "".join(block.text for block in response.content if block.type == "text")
