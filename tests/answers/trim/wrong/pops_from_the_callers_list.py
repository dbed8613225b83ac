"""Fails: test_the_callers_list_stays_as_it_was

Works on the list itself.
"""


def trim(messages, limit, count):
    kept = messages
    if not messages or count(messages) <= limit:
        return list(messages)
    while len(kept) > 1 and count(kept) > limit:
        kept.pop(0)
    while len(kept) > 1 and kept[0]["role"] != "user":
        kept.pop(0)
    return kept
