"""Fails: test_a_failed_call_changes_nothing

Hides the error behind an apology.
"""

import anthropic

MODEL = "claude-haiku-5-5"


class Conversation:
    def __init__(self, client):
        self.client = client
        self.messages = []

    def send(self, text):
        asked = {"role": "user", "content": text}
        try:
            response = self.client.messages.create(model=MODEL, max_tokens=500, messages=[*self.messages, asked])
        except anthropic.APIError:
            return "Sorry, try again."
        self.messages += [asked, {"role": "assistant", "content": response.content}]
        return "".join(block.text for block in response.content if block.type == "text")
