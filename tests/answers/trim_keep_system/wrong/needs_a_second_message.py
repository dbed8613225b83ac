"""Fails: test_a_list_that_fits_comes_back_whole

Takes the last message of a list of one for the newest, and returns it twice.
"""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return list(messages)
    system, rest = messages[:1], messages[1:] or messages
    while len(rest) > 1 and count(system + rest) > limit:
        rest = rest[1:]
    while len(rest) > 1 and rest[0]["role"] != "user":
        rest = rest[1:]
    return system + rest
