"""Fails: test_a_list_that_fits_comes_back_whole

Begins with the user always, also when nothing had to go.
"""


def trim_keep_system(messages, limit, count):
    system, rest = messages[:1], messages[1:]
    while len(rest) > 1 and count(system + rest) > limit:
        rest = rest[1:]
    while len(rest) > 1 and rest[0]["role"] != "user":
        rest = rest[1:]
    return system + rest
