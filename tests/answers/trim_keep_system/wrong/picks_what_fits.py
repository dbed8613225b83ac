"""Fails: test_what_stays_has_no_gap

Leaves out a message that is too long, and goes on to older ones that fit.
"""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return list(messages)
    system, rest = messages[:1], messages[1:]
    inside = rest[-1:]
    for message in reversed(rest[:-1]):
        if count([*system, message, *inside]) <= limit:
            inside = [message, *inside]
    while len(inside) > 1 and inside[0]["role"] != "user":
        inside = inside[1:]
    return [*system, *inside]
