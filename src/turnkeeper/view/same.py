"""Which messages of a list stand in another list too, in the same order."""

from collections.abc import Hashable, Sequence

from turnkeeper.messages import Message, blocks


def same_places(old: Sequence[Message], new: Sequence[Message]) -> list[int | None]:
    """Return for each message of a list its place in an older list; None for one that is not there.

    The same object is the same message, as after trimming. What is not found so is looked for by its content, between
    the messages that were: a text and one text block are the same, and markers for the cache do not count. Takes time
    in proportion to the two lists.

    Args:
        old: The older list.
        new: The newer list. Its messages are looked for in order, each behind the one before.
    """
    found = _found(list(map(id, old)), list(map(id, new)), [None] * len(new))
    return found if None not in found else _found(list(map(_content, old)), list(map(_content, new)), found)


def _found(old: Sequence[Hashable], new: Sequence[Hashable], known: Sequence[int | None]) -> list[int | None]:
    """Look for keys in an older list, in order. Places that are known stay, and the others are between them."""
    # From the end, so that the next place of a key is the last of its list.
    waiting: dict[Hashable, list[int]] = {}
    for earlier in reversed(range(len(old))):
        waiting.setdefault(old[earlier], []).append(earlier)
    ends: list[int] = []  # from the end, too: in front of which place each key has to stand
    end = len(old)
    for given in reversed(known):
        ends.append(end)
        end = end if given is None else given
    found: list[int | None] = []
    start = 0
    for key, given, end in zip(new, known, reversed(ends), strict=True):
        places = waiting.get(key, [])
        while places and places[-1] < start:
            places.pop()
        place = places[-1] if given is None and places and places[-1] < end else given
        found.append(place)
        start = start if place is None else place + 1
    return found


def _content(message: Message) -> Hashable:
    held = [
        sorted((key, repr(value)) for key, value in block.items() if key != "cache_control")
        for block in blocks(message)
    ]
    return message.get("role"), repr(held)
