"""A store in the memory of this process: what it holds goes when the process ends."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from threading import RLock

from turnkeeper.messages import Message
from turnkeeper.store.contract import ConversationChangedError, Saved, Step, check_kept, checked_id, encode


@dataclass(slots=True)
class _Kept:
    """A conversation as JSON texts, so that nothing a caller does to a message reaches another."""

    version: int = 0
    messages: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)


class MemoryStore:
    """A `Store` in memory, for tests, lessons and chats that need not outlive the process.

    It may be used from many threads.
    """

    def __init__(self) -> None:
        self._conversations: dict[str, _Kept] = {}
        self._versions = count(1)
        self._lock = RLock()

    def load(self, id: str) -> Saved:
        """Return a conversation; an empty one of version 0 when there is none."""
        with self._lock:
            kept = self._conversations.get(checked_id(id), _Kept())
            return Saved(kept.version, [json.loads(one) for one in kept.messages], [json.loads(s) for s in kept.steps])

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
        """Change a conversation at its end, and return its new version: see `Store.write`."""
        new_messages, new_steps = [encode(one) for one in messages], [encode(step) for step in steps]
        with self._lock:
            kept = self._conversations.get(checked_id(id), _Kept())
            if kept.version != version:
                raise ConversationChangedError(id, version)
            check_kept("keep_messages", keep_messages, len(kept.messages))
            check_kept("keep_steps", keep_steps, len(kept.steps))
            kept.messages[keep_messages:] = new_messages
            kept.steps[keep_steps:] = new_steps
            kept.version = next(self._versions)
            self._conversations[id] = kept
            return kept.version

    def ids(self) -> list[str]:
        """Return the ids of all conversations, sorted by their characters."""
        with self._lock:
            return sorted(self._conversations)

    def delete(self, id: str) -> bool:
        """Delete a conversation, and return whether there was one."""
        with self._lock:
            return self._conversations.pop(checked_id(id), None) is not None
