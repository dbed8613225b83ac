"""What a store of conversations promises: one small interface, whatever stands behind it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from turnkeeper.messages import Message

Step = Mapping[str, Any]
"""One step of a turn that is not finished, as plain JSON. What the steps mean is the conversation's affair."""


class StoreError(Exception):
    """A store cannot do what it was asked; the message names the place, what is wrong, and the mend."""


class ConversationChangedError(StoreError):
    """The conversation was written to since it was loaded, so nothing was written now.

    Mostly another has done it. It may have been the same object: one that was sent to, or whose turn was taken back,
    while a stream of it was still open.

    Attributes:
        id: The conversation.
        loaded: The version that the writer knew.
    """

    def __init__(self, id: str, loaded: int) -> None:
        super().__init__(
            f"the conversation {id!r} was changed since version {loaded} of it was loaded, by another writer or by an "
            "earlier stream or send of this one, and nothing was written: load it again (Conversation.reload()), and "
            "then send again"
        )
        self.id = id
        self.loaded = loaded


@dataclass(frozen=True, slots=True)
class Saved:
    """A conversation as a store holds it.

    Attributes:
        version: The version that the next write has to name; 0 when there is no such conversation.
        messages: The messages of the finished turns, oldest first.
        steps: The steps of the turn that is not finished, oldest first; empty when none is open.
    """

    version: int = 0
    messages: list[Message] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)


class Store(Protocol):
    """Where conversations are kept, by id. Four methods, which a table in any database can stand behind.

    What every store promises, and `Conversation` relies on:

    - A write is atomic. When `write` returns, all of it is kept, even when the process is killed at once; when it
      raises, nothing of it is. So a turn moves from the steps into the messages as a whole.
    - A write names the version it builds on. When that is no longer the newest, `ConversationChangedError` is raised
      and nothing is written, so that two processes on one conversation never mix their turns.
    - A write keeps what there is: `keep_messages` and `keep_steps` from 0 to as many as there are. Any other number is
      a `ValueError`, and nothing is written, so that no gap arises.
    - A version never comes twice for one id, not even after the conversation was deleted and made anew.
    - What comes back from `load` is equal to what was written, as JSON; the lists and messages are the caller's own.

    In a database with transactions `write` is one of them: set the version where id and version are those given, see
    that this changed one row, delete the rows from `keep_messages` and `keep_steps` on, and insert the new ones.
    """

    def load(self, id: str) -> Saved:
        """Return a conversation, all of it as of one moment; an empty one of version 0 when there is none."""

    def write(
        self,
        id: str,
        version: int,
        *,
        keep_messages: int,
        messages: Sequence[Message] = (),
        keep_steps: int = 0,
        steps: Sequence[Step] = (),
    ) -> int:
        """Change a conversation at its end, and return its new version.

        Args:
            id: The conversation. It is made when the version is 0.
            version: The version it has now; 0 when there is none.
            keep_messages: How many of its messages stay, from the first on; no more than there are.
            messages: The messages that come behind those.
            keep_steps: How many of its steps stay, from the first on; no more than there are.
            steps: The steps that come behind those.

        Raises:
            ConversationChangedError: If the version is another one.
            ValueError: If fewer than none or more than there are shall stay.
            StoreError: If the store cannot write. Nothing is written then.
        """

    def ids(self) -> list[str]:
        """Return the ids of all conversations, sorted by their characters."""

    def delete(self, id: str) -> bool:
        """Delete a conversation, whoever else has loaded it. Return whether there was one."""


_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def encode(value: object) -> str:
    """Return a message or a step as one line of JSON.

    Everything beyond ASCII is escaped: so half a surrogate pair comes back as it was, and no character ends the line.

    Args:
        value: The message or the step.

    Raises:
        ValueError: If it is no JSON: NaN and infinity are not.
        TypeError: If it holds what JSON does not know.
    """
    return _ENCODER.encode(value)


def check_kept(name: str, kept: int, there: int) -> None:
    """Refuse to keep more messages or steps than there are, or fewer than none.

    Args:
        name: The name of the argument: `keep_messages` or `keep_steps`.
        kept: How many shall stay.
        there: How many there are.

    Raises:
        ValueError: If that cannot be.
    """
    if not 0 <= kept <= there:
        raise ValueError(f"{name} says how many of the {there} there are stay: 0 to {there}, not {kept}")


def checked_id(id: str) -> str:
    """Return an id that every store can take.

    Args:
        id: The id: a text with at least one character, without half surrogate pairs and without the character 0.

    Raises:
        ValueError: If it is none.
    """
    if not isinstance(id, str) or not id or "\0" in id or any("\ud800" <= letter <= "\udfff" for letter in id):
        raise ValueError(f"the id of a conversation is a text of one character or more that UTF-8 holds, not {id!r}")
    return id
