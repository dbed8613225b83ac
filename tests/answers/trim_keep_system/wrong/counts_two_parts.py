"""Fails: test_the_instructions_are_counted

Counts the instructions and the rest apart, and adds the two.
"""


def trim_keep_system(messages, limit, count):
    system, rest = messages[0], list(messages[1:])
    room = limit - count([system])
    if count(rest) <= room:
        return list(messages)
    while len(rest) > 1 and count(rest) > room:
        rest.pop(0)
    while len(rest) > 1 and rest[0]["role"] != "user":
        rest.pop(0)
    return [system] + rest
