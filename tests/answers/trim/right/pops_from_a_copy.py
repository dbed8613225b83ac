"""Pops from a copy, as the oldest tutorials do."""


def trim(messages, limit, count):
    kept = list(messages)
    if not kept or count(kept) <= limit:
        return kept
    while len(kept) > 1 and count(kept) > limit:
        kept.pop(0)
    while len(kept) > 1 and kept[0]["role"] != "user":
        kept.pop(0)
    return kept
