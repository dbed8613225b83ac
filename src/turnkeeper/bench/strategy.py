"""A strategy: what of a conversation is sent, and what stands in the system prompt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from turnkeeper.bench.recording import Record
from turnkeeper.bench.session import Session
from turnkeeper.messages import Message


@dataclass(frozen=True, slots=True)
class Strategy:
    """What of a conversation is sent.

    Attributes:
        name: Its name in the table. The judge never sees it.
        pick_history: From the whole history, the newest message at its end, to the messages that are sent; None sends
            all. As in `Conversation`.
        build_system: From the same history to the system prompt; None takes the session's own. As in `Conversation`.
        start: For a strategy that needs the session's system prompt or tools, calls a model, or remembers something:
            called once for each run, with the session and a function that puts a record before a client, so that what
            the strategy itself spends is on its bill. It returns the strategy of that run.
        models: The models that it calls by itself: their prices are looked up before a replay pays for anything.
    """

    name: str
    pick_history: Callable[[list[Message]], Sequence[Message]] | None = None
    build_system: Callable[[list[Message]], Any] | None = None
    start: "Callable[[Session, Record], Strategy] | None" = None
    models: tuple[str, ...] = ()

    def started(self, session: Session, record: Record) -> "Strategy":
        """Return the strategy as it is used in one run."""
        return self if self.start is None else self.start(session, record)
