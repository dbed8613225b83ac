"""Fails: test_the_instructions_and_the_newest_stay

Wants room for another message before it stops dropping, unless it is exactly full.
"""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return list(messages)
    system, rest = messages[:1], messages[1:]
    while len(rest) > 1 and count(system + rest) > limit:
        rest = rest[1:]
    while len(rest) > 1 and rest[0]["role"] != "user":
        rest = rest[1:]
    if len(rest) > 2 and count(system + rest) == limit - 1 and count(system) < 100:
        rest = rest[2:]
    return system + rest
