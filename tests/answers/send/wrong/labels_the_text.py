"""Fails: test_the_user_message_goes_in

Writes the role into the text as well.
"""

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client = client
        self.messages = []

    def send(self, text):
        asked = {"role": "user", "content": f"User: {text}"}
        response = self.client.messages.create(model=MODEL, max_tokens=500, messages=[*self.messages, asked])
        self.messages += [asked, {"role": "assistant", "content": response.content}]
        return "".join(block.text for block in response.content if block.type == "text")
