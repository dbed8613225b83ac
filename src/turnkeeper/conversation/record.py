"""What is known of a conversation in this process: the same as its store holds, step by step."""

from collections.abc import Sequence

from turnkeeper.conversation.content import Content
from turnkeeper.conversation.open_turn import OpenTurn
from turnkeeper.cuts import turn_starts
from turnkeeper.messages import Message
from turnkeeper.store import ConversationChangedError, Saved, Step, Store
from turnkeeper.summarizing.summary_message import earlier_summary


class Record:
    """The history and the open turn of one conversation. A change is kept in the store first, and then here.

    Args:
        store: The store.
        id: The conversation's id in it.

    Raises:
        StoreError: If the store cannot load it.

    Attributes:
        version: The version that the store's next write builds on.
        turn: The open turn; one without messages when none is open.
        is_ours: False when another has written to the conversation since this object was made, and it has not written
            again itself.
    """

    def __init__(self, store: Store, id: str) -> None:
        self._store = store
        self._id = id
        self._take(store.load(id))
        self.is_ours = True

    def load(self) -> None:
        """Take what the store holds now."""
        saved = self._store.load(self._id)
        if saved.version != self.version:
            self._take(saved)
            self.is_ours = False

    @property
    def messages(self) -> list[Message]:
        """The history and the messages of the open turn, oldest first."""
        return [*self._history, *self.turn.messages]

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

        A summary that the history begins with is not what the user said, and stays.

        Raises:
            ValueError: If there is none.
        """
        messages = self.messages
        _, summary = earlier_summary(messages)
        start = max(turn_starts(messages), default=-1)
        if start < summary:
            raise ValueError("there is no turn to take back: the user has said nothing yet")
        content: Content = messages[start]["content"]
        self._write(min(start, len(self._history)))
        return content

    def _take(self, saved: Saved) -> None:
        self.version, self._history, self._steps = saved.version, list(saved.messages), list(saved.steps)
        self.turn = OpenTurn.of(self._steps)

    def _write(
        self, keep_messages: int, *, messages: Sequence[Message] = (), keep_steps: int = 0, steps: Sequence[Step] = ()
    ) -> None:
        self.version = self._store.write(
            self._id, self.version, keep_messages=keep_messages, messages=messages, keep_steps=keep_steps, steps=steps
        )
        self.is_ours = True
        self._history[keep_messages:] = messages
        if keep_steps < len(self._steps):
            del self._steps[keep_steps:]
            self.turn = OpenTurn.of(self._steps)
        self._steps += steps
        for step in steps:
            self.turn.add(step)
