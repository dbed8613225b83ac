"""Fails: test_the_callers_list_stays_as_it_was

Returns the very list that it was given when everything fits.
"""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return messages
    system, rest = messages[:1], messages[1:]
    while len(rest) > 1 and count(system + rest) > limit:
        rest = rest[1:]
    while len(rest) > 1 and rest[0]["role"] != "user":
        rest = rest[1:]
    return system + rest
