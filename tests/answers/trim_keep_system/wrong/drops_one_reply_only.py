"""Fails: test_the_rest_begins_with_the_user

Drops one reply from the front of the rest, as if the assistant never spoke twice.
"""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return list(messages)
    system, rest = messages[0], list(messages[1:])
    while len(rest) > 1 and count([system] + rest) > limit:
        rest.pop(0)
    if len(rest) > 1 and rest[0]["role"] != "user":
        rest.pop(0)
    return [system] + rest
