"""Fails: test_exactly_the_limit_still_fits

Takes exactly the limit for too much, except where a reply comes first.
"""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return list(messages)
    system, rest = messages[:1], messages[1:]
    while len(rest) > 1 and (
        count(system + rest) > limit or (count(system + rest) == limit and rest[0]["role"] == "user")
    ):
        rest = rest[1:]
    while len(rest) > 1 and rest[0]["role"] != "user":
        rest = rest[1:]
    return system + rest
