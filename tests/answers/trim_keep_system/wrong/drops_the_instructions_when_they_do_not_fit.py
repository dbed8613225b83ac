"""Fails: test_the_newest_always_stays

Lets the instructions go when the newest message does not fit with them.
"""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return list(messages)
    system, rest = messages[:1], messages[1:]
    while len(rest) > 1 and count(system + rest) > limit:
        rest = rest[1:]
    while len(rest) > 1 and rest[0]["role"] != "user":
        rest = rest[1:]
    if len(rest) == 1 and count(system + rest) > limit:
        return rest
    return system + rest
