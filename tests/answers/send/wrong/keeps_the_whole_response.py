"""Fails: test_the_history_is_kept

Keeps the response with its usage and stop reason, which the API does not take back.
"""

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client = client
        self.messages = []

    def send(self, text):
        asked = {"role": "user", "content": text}
        response = self.client.messages.create(model=MODEL, max_tokens=500, messages=[*self.messages, asked])
        self.messages += [asked, response.to_dict()]
        return "".join(block.text for block in response.content if block.type == "text")
