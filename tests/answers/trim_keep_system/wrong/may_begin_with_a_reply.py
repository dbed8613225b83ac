"""Fails: test_the_rest_begins_with_the_user

Stops as soon as it fits.
"""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return list(messages)
    system, rest = messages[:1], messages[1:]
    while len(rest) > 1 and count(system + rest) > limit:
        rest = rest[1:]
    return system + rest
