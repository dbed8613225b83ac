"""Fails: test_the_rest_begins_with_the_user

Stops as soon as the rest fits.
"""


def trim(messages, limit, count):
    if not messages or count(messages) <= limit:
        return list(messages)
    kept = list(messages)
    while len(kept) > 1 and count(kept) > limit:
        kept.pop(0)
    return kept
