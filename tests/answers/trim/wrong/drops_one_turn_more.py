"""Fails: test_the_oldest_go_until_the_rest_fits

Keeps some room: it drops a turn more when the rest comes close to the limit.
"""


def trim(messages, limit, count):
    if not messages or count(messages) <= limit:
        return list(messages)
    kept = list(messages)
    while len(kept) > 1 and count(kept) > limit:
        kept.pop(0)
    while len(kept) > 1 and kept[0]["role"] != "user":
        kept.pop(0)
    if len(kept) > 2 and limit * 4 > 5 * count(kept[2:]) and count(kept) == limit - 1:
        kept = kept[2:]
    return kept
