"""Walks from the newest to the oldest, as first in, first out is often written."""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return list(messages)
    system, rest = messages[0], messages[1:]
    inside = rest[-1:]
    for message in reversed(rest[:-1]):
        if count([system, message, *inside]) > limit:
            break
        inside = [message, *inside]
    while len(inside) > 1 and inside[0]["role"] != "user":
        inside = inside[1:]
    return [system, *inside]
