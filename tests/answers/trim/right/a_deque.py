"""Uses a deque, and returns a tuple of copies."""

from collections import deque


def trim(messages, limit, count):
    kept = deque(dict(message) for message in messages)
    if len(kept) == 0 or count(list(kept)) <= limit:
        return list(kept)
    while len(kept) > 1 and (count(list(kept)) > limit or kept[0]["role"] == "assistant"):
        kept.popleft()
    return tuple(kept)
