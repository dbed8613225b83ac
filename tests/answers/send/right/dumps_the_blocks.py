"""Keeps the reply's blocks as the SDK dumps them, with the fields that are None."""


class Conversation:
    def __init__(self, client, model="claude-haiku-5-5"):
        self.client, self.model, self.messages = client, model, []

    def send(self, text):
        asked = {"role": "user", "content": text}
        reply = self.client.messages.create(model=self.model, max_tokens=500, messages=self.messages + [asked])
        self.messages.extend([asked, {"role": "assistant", "content": tuple(b.model_dump() for b in reply.content)}])
        return "".join(b.text for b in reply.content if b.type == "text")
