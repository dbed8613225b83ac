"""Fails: test_exactly_the_limit_still_fits

Takes exactly the limit for too much.
"""


def trim(messages, limit, count):
    if not messages or count(messages) <= limit:
        return list(messages)
    kept = list(messages)
    while len(kept) > 1 and count(kept) >= limit:
        kept.pop(0)
    while len(kept) > 1 and kept[0]["role"] != "user":
        kept.pop(0)
    return kept
