"""Fails: test_it_measures_with_count

Takes for the user's messages only those whose content is a string.
"""


def trim(messages, limit, count):
    rest = list(messages)
    if not rest or count(rest) <= limit:
        return rest
    while len(rest) > 1 and count(rest) > limit:
        rest.pop(0)
    while len(rest) > 1 and not (rest[0]["role"] == "user" and isinstance(rest[0]["content"], str)):
        rest.pop(0)
    return rest
