"""Why this is the answer.

The list that is sent is made first, as a new list: history and question. Only when the reply is there do both go
into the history. So there is no moment at which a failed call could leave a question without an answer behind.
The reply goes in as its content blocks, because tool calls and thinking must come back to the API as they were.
"""

import anthropic
from anthropic.types import MessageParam

MODEL = "claude-haiku-5-5"
MAX_TOKENS = 1024


class Conversation:
    """One conversation with the model."""

    messages: list[MessageParam]

    def __init__(self, client: anthropic.Anthropic) -> None:
        self.client = client
        self.messages = []

    def send(self, text: str) -> str:
        """Send a message with all that was said, and return the reply's text."""
        asked: MessageParam = {"role": "user", "content": text}
        response = self.client.messages.create(model=MODEL, max_tokens=MAX_TOKENS, messages=[*self.messages, asked])
        self.messages += [asked, {"role": "assistant", "content": response.content}]
        return "".join(block.text for block in response.content if block.type == "text")
