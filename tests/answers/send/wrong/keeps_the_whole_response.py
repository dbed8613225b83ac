"""Fails: test_the_history_is_kept

Keeps the response with its usage and stop reason, and takes them out again for each call: the API refuses them.
"""

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client = client
        self.messages = []

    def send(self, text):
        asked = {"role": "user", "content": text}
        sent = [{"role": kept["role"], "content": kept["content"]} for kept in [*self.messages, asked]]
        response = self.client.messages.create(model=MODEL, max_tokens=500, messages=sent)
        self.messages += [asked, response.to_dict()]
        return "".join(block.text for block in response.content if block.type == "text")
