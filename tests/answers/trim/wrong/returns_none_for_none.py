"""Fails: test_an_empty_history_stays_empty

Returns nothing for an empty history.
"""


def trim(messages, limit, count):
    if not messages:
        return None
    if not messages or count(messages) <= limit:
        return list(messages)
    kept = list(messages)
    while len(kept) > 1 and count(kept) > limit:
        kept.pop(0)
    while len(kept) > 1 and kept[0]["role"] != "user":
        kept.pop(0)
    return kept
