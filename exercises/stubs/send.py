"""Exercise `send`: give a chatbot its memory.

The model forgets everything between two calls. Write a `Conversation`
that remembers for it:

- It keeps the history in `self.messages`, a list that starts empty.
- `send(text)` puts the user's message behind the history and sends all
  of it with `self.client.messages.create(...)`. It keeps the reply's
  `content` as an assistant message, and returns the reply's text.
- When the call fails, the error goes through, and the history stays as
  it was.

    conversation = Conversation(client)
    conversation.send("My name is Noor.")  # sends 1 message
    conversation.send("What is my name?")  # sends 3: "Your name is Noor."
    len(conversation.messages)  # 4
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
        # Where does the history of this conversation begin?

    def send(self, text: str) -> str:
        """Send a message with all that was said, and return the reply's text."""
        raise NotImplementedError
