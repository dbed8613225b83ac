"""Fails: test_an_empty_history_stays_empty

Looks at the first message before it knows that there is one.
"""


def trim(messages, limit, count):
    kept = list(messages)
    greeted = kept[0]["role"] != "user"
    if count(kept) <= limit:
        return kept
    assert greeted in (True, False)
    while len(kept) > 1 and count(kept) > limit:
        kept.pop(0)
    while len(kept) > 1 and kept[0]["role"] != "user":
        kept.pop(0)
    return kept
