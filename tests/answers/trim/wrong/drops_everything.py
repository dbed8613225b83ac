"""Fails: test_the_newest_message_always_stays

Drops the question as well when it is too long.
"""


def trim(messages, limit, count):
    if not messages or count(messages) <= limit:
        return list(messages)
    kept = list(messages)
    while kept and count(kept) > limit:
        kept.pop(0)
    while kept and kept[0]["role"] != "user":
        kept.pop(0)
    return kept
