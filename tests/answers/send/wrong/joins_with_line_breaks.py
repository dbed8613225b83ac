"""Fails: test_the_text_of_the_reply_comes_back

Puts a line break between the pieces of one sentence.
"""

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client = client
        self.messages = []

    def send(self, text):
        asked = {"role": "user", "content": text}
        response = self.client.messages.create(model=MODEL, max_tokens=500, messages=[*self.messages, asked])
        self.messages += [asked, {"role": "assistant", "content": response.content}]
        return "\n".join(block.text for block in response.content if block.type == "text")
