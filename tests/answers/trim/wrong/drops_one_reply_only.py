"""Fails: test_the_rest_begins_with_the_user

Drops one reply from the front of the rest, as if the assistant never spoke twice.
"""


def trim(messages, limit, count):
    rest = list(messages)
    if not rest or count(rest) <= limit:
        return rest
    while len(rest) > 1 and count(rest) > limit:
        rest.pop(0)
    if len(rest) > 1 and rest[0]["role"] != "user":
        rest.pop(0)
    return rest
