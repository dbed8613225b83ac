"""Which messages of a list stand in another list too, in the same order."""

from collections.abc import Callable, Hashable, Sequence

from turnkeeper.messages import Message, blocks


def same_places(old: Sequence[Message], new: Sequence[Message]) -> list[int | None]:
    """Return for each message of a list its place in an older list; None for one that is not there.

    Where both hold the same objects, as after trimming, objects are compared. Else contents are: a text and one text
    block are the same, and markers for the cache do not count. Takes time in proportion to the two lists.

    Args:
        old: The older list.
        new: The newer list. Its messages are looked for in order, each behind the one before.
    """
    objects = {id(message) for message in old}
    key: Callable[[Message], Hashable] = id if any(id(message) in objects for message in new) else _content
    # From the end, so that the next place of a message is the last of its list.
    waiting: dict[Hashable, list[int]] = {}
    for place in reversed(range(len(old))):
        waiting.setdefault(key(old[place]), []).append(place)
    found: list[int | None] = []
    start = 0
    for message in new:
        places = waiting.get(key(message), [])
        while places and places[-1] < start:
            places.pop()
        found.append(places.pop() if places else None)
        if found[-1] is not None:
            start = found[-1] + 1
    return found


def _content(message: Message) -> Hashable:
    held = [
        sorted((key, repr(value)) for key, value in block.items() if key != "cache_control")
        for block in blocks(message)
    ]
    return message.get("role"), repr(held)
