"""What becomes of each message of a history: sent, dropped, summarised, or sent as another one."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from turnkeeper.messages import Message
from turnkeeper.view.picture import Gone
from turnkeeper.view.same import same_places

State = Literal["sent", "dropped", "summarised", "changed", "added", "summary"]


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a message.

    Attributes:
        message: The message, as it is sent if it is.
        state: What becomes of it.
        place: Its place in the history; None for one that is not in it.
        before: The message in the history that a changed one is sent for.
    """

    message: Message
    state: State
    place: int | None
    before: Message | None = None

    @property
    def gone(self) -> Gone:
        """The state of a message that is not sent; empty for one that is."""
        return self.state if self.state in ("dropped", "summarised") else ""

    @property
    def role(self) -> str:
        """The role of the message."""
        return str(self.message.get("role"))


def fates(
    messages: Sequence[Message], kept: Sequence[Message] | Sequence[int] | None, summarised: Iterable[int]
) -> list[Fate]:
    """Return every message of the history and every message that is sent, in one order.

    Args:
        messages: The history.
        kept: What is sent of it, as messages or as places; None for all.
        summarised: The places of what a summary stands for.

    Raises:
        ValueError: If a place is not in the history, or stands there twice.
    """
    covered = _places(summarised, len(messages), "summarised")
    sent, places = _sent(messages, kept)
    found: list[Fate] = []
    strangers: list[Message] = []
    start = 0
    for message, place in zip(sent, places, strict=True):
        if place is None:
            strangers.append(message)
            continue
        if strangers or start < place:
            found += _between(messages, range(start, place), strangers, covered)
        found.append(Fate(messages[place], "sent", place))
        start, strangers = place + 1, []
    return found + _between(messages, range(start, len(messages)), strangers, covered)


def _between(messages: Sequence[Message], gap: range, strangers: Sequence[Message], covered: set[int]) -> list[Fate]:
    """What becomes of the messages between two that are sent as they are, and of what is sent in their place."""
    is_summary = not covered.isdisjoint(gap)
    if not is_summary and [messages[place].get("role") for place in gap] == [new.get("role") for new in strangers]:
        return [Fate(new, "changed", place, messages[place]) for place, new in zip(gap, strangers, strict=True)]
    gone = [Fate(messages[place], "summarised" if place in covered else "dropped", place) for place in gap]
    return gone + [Fate(new, "summary" if is_summary else "added", None) for new in strangers]


def _sent(
    messages: Sequence[Message], kept: Sequence[Message] | Sequence[int] | None
) -> tuple[Sequence[Message], Sequence[int | None]]:
    """The messages that are sent, and the place of each in the history."""
    if kept is None:
        return messages, range(len(messages))
    named = [one for one in kept if isinstance(one, int)]
    if named:
        places = sorted(_places(kept, len(messages), "kept"))
        return [messages[place] for place in places], places
    sent = [one for one in kept if not isinstance(one, int)]
    # From the end: of messages that are equal, those that are kept are the newest.
    found = same_places(messages[::-1], sent[::-1])
    return sent, [None if place is None else len(messages) - 1 - place for place in reversed(found)]


def _places(given: Iterable[Any], length: int, name: str) -> set[int]:
    """The places that were given.

    Raises:
        ValueError: If one is not in the history, or stands there twice.
    """
    places = list(given)
    wrong = [place for place in places if not (isinstance(place, int) and 0 <= place < length)]
    if wrong:
        raise ValueError(
            f"{name} holds {wrong[0]!r}, which is no place of this history: it has {length}, counted from 0"
        )
    if twice := [place for place, times in Counter(places).items() if times > 1]:
        raise ValueError(f"{name} holds the place {twice[0]} more than once: give each place once")
    return set(places)
