"""Fails: test_two_conversations_share_nothing

Makes the list once, for the class.
"""

MODEL = "claude-haiku-5-5"


class Conversation:
    messages = []

    def __init__(self, client):
        self.client = client

    def send(self, text):
        asked = {"role": "user", "content": text}
        response = self.client.messages.create(model=MODEL, max_tokens=500, messages=[*self.messages, asked])
        self.messages.extend([asked, {"role": "assistant", "content": response.content}])
        return "".join(block.text for block in response.content if block.type == "text")
