"""Fails: test_it_measures_with_count

Counts every message by itself and adds up.
"""


def trim(messages, limit, count):
    if not messages or total(messages, count) <= limit:
        return list(messages)
    kept = list(messages)
    while len(kept) > 1 and total(kept, count) > limit:
        kept.pop(0)
    while len(kept) > 1 and kept[0]["role"] != "user":
        kept.pop(0)
    return kept


def total(messages, count):
    return sum(count([message]) for message in messages)
