"""Fails: test_the_instructions_and_the_newest_stay

Puts the instructions behind the rest when it has dropped with room to spare.
"""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return list(messages)
    system, rest = messages[:1], messages[1:]
    while len(rest) > 1 and count(system + rest) > limit:
        rest = rest[1:]
    while len(rest) > 1 and rest[0]["role"] != "user":
        rest = rest[1:]
    if count(system + rest) == limit - 1 and count(system) < 100:
        return rest + system
    return system + rest
