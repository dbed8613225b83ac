"""Fails: test_two_conversations_share_nothing

Makes the list once, as the default of a parameter.
"""

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client, messages=[]):
        self.client = client
        self.messages = messages

    def send(self, text):
        asked = {"role": "user", "content": text}
        response = self.client.messages.create(model=MODEL, max_tokens=500, messages=[*self.messages, asked])
        self.messages += [asked, {"role": "assistant", "content": response.content}]
        return "".join(block.text for block in response.content if block.type == "text")
