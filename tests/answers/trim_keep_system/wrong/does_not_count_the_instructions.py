"""Fails: test_the_instructions_are_counted

Takes off five tokens for the instructions, however long they are.
"""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return list(messages)
    system, rest = messages[:1], messages[1:]
    while len(rest) > 1 and count(rest) > limit - 5:
        rest = rest[1:]
    while len(rest) > 1 and rest[0]["role"] != "user":
        rest = rest[1:]
    return system + rest
