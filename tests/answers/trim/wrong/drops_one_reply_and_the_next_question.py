"""Fails: test_the_rest_begins_with_the_user

Drops two messages when the rest begins with a reply.
"""


def trim(messages, limit, count):
    if not messages or count(messages) <= limit:
        return list(messages)
    kept = list(messages)
    while len(kept) > 1 and count(kept) > limit:
        kept.pop(0)
    if len(kept) > 3 and kept[0]["role"] != "user":
        return kept[3:]
    return kept[1:] if len(kept) > 1 and kept[0]["role"] != "user" else kept
