"""What is known of a conversation in this process: the same as its store holds, step by step."""

from collections.abc import Sequence

from turnkeeper.conversation.content import Content
from turnkeeper.conversation.open_turn import OpenTurn
from turnkeeper.messages import Message, starts_turn
from turnkeeper.store import ConversationChangedError, Step, Store


class Record:
    """The history and the open turn of one conversation. A change is kept in the store first, and then here.

    Args:
        store: The store.
        id: The conversation's id in it.

    Raises:
        StoreError: If the store cannot load it.

    Attributes:
        version: The version that the store's next write builds on.
    """

    def __init__(self, store: Store, id: str) -> None:
        self._store = store
        self._id = id
        self.load()

    def load(self) -> None:
        """Take what the store holds now."""
        saved = self._store.load(self._id)
        self.version, self._history, self._steps = saved.version, list(saved.messages), list(saved.steps)

    @property
    def messages(self) -> list[Message]:
        """The history and the messages of the open turn, oldest first."""
        return [*self._history, *self.turn.messages]

    @property
    def turn(self) -> OpenTurn:
        """The open turn; one without messages when none is open."""
        return OpenTurn.of(self._steps)

    def expect(self, version: int) -> None:
        """Make sure that nothing was changed through this very object while a reply was on its way.

        Raises:
            ConversationChangedError: If there is another version.
        """
        if self.version != version:
            raise ConversationChangedError(self._id, version)

    def keep(self, step: Step) -> None:
        """Add a step to the open turn."""
        self._write(len(self._history), keep_steps=len(self._steps), steps=[step])

    def drop(self) -> None:
        """Take the newest step of the open turn back."""
        self._write(len(self._history), keep_steps=len(self._steps) - 1)

    def finish(self, turn: Sequence[Message]) -> None:
        """Move the open turn into the history, with all of its messages."""
        self._write(len(self._history), messages=turn)

    def take_back(self) -> Content:
        """Take the newest turn back, open or finished, and return the content it began with.

        Raises:
            ValueError: If there is none.
        """
        messages = self.messages
        starts = [place for place, message in enumerate(messages) if starts_turn(message)]
        if not starts:
            raise ValueError("there is no turn to take back: the user has said nothing yet")
        content: Content = messages[starts[-1]]["content"]
        self._write(min(starts[-1], len(self._history)))
        return content

    def _write(
        self, keep_messages: int, *, messages: Sequence[Message] = (), keep_steps: int = 0, steps: Sequence[Step] = ()
    ) -> None:
        self.version = self._store.write(
            self._id, self.version, keep_messages=keep_messages, messages=messages, keep_steps=keep_steps, steps=steps
        )
        self._history[keep_messages:] = messages
        self._steps[keep_steps:] = steps
