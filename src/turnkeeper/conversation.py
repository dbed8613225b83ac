"""A conversation: the list of messages that is kept, and sent again with every call."""

import anthropic
from anthropic.types import Message, MessageParam, Usage

from turnkeeper.messages import text_of
from turnkeeper.models import DEFAULT_MODEL


class Conversation:
    """Keeps the history of one conversation in full, and sends all of it with every message.

    Args:
        client: The SDK client to call, from `connect()` or your own.
        system: The system prompt, or None.
        model: The model to name in each request.
        max_tokens: The most a reply may hold, in tokens.

    Attributes:
        messages: The history, oldest first. After `send()` it holds the user's message and the reply's content blocks.
        last_usage: What the API reported for the last call, in tokens; None before the first.
    """

    def __init__(
        self,
        client: anthropic.Anthropic,
        *,
        system: str | None = None,
        model: str = DEFAULT_MODEL,
        max_tokens: int = 1024,
    ) -> None:
        self.client = client
        self.system = system
        self.model = model
        self.max_tokens = max_tokens
        self.messages: list[MessageParam] = []
        self.last_usage: Usage | None = None

    def send(self, text: str) -> str:
        """Send a user message with the whole history, keep the reply, and return its text.

        Nothing is kept when the call fails: the history is then as it was, and the same message can be sent again.

        Args:
            text: What the user says.

        Raises:
            anthropic.APIError: If the call fails, after the SDK's own retries.
        """
        asked: MessageParam = {"role": "user", "content": text}
        response = self._create([*self.messages, asked])
        # The blocks themselves, not their text: later calls need tool calls and thinking back unchanged.
        answered: MessageParam = {"role": "assistant", "content": response.content}
        self.messages += [asked, answered]
        self.last_usage = response.usage
        return text_of(answered)

    def _create(self, messages: list[MessageParam]) -> Message:
        return self.client.messages.create(
            model=self.model,
            max_tokens=self.max_tokens,
            messages=messages,
            system=anthropic.omit if self.system is None else self.system,
        )
