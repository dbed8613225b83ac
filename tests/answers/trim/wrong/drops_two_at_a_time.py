"""Fails: test_the_oldest_go_until_the_rest_fits

Drops a question and its answer at a time, as if every history began with a question.
"""


def trim(messages, limit, count):
    rest = list(messages)
    if not rest or count(rest) <= limit:
        return rest
    while len(rest) > 1 and count(rest) > limit:
        rest = rest[2:] if len(rest) > 2 else rest[-1:]
    while len(rest) > 1 and rest[0]["role"] != "user":
        rest.pop(0)
    return rest
