"""Fails: test_the_newest_always_stays

Returns the instructions alone when nothing fits with them.
"""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return list(messages)
    system, rest = messages[:1], messages[1:]
    while rest and count(system + rest) > limit:
        rest = rest[1:]
    while rest and rest[0]["role"] != "user":
        rest = rest[1:]
    return system + rest
