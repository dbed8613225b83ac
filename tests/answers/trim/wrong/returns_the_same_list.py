"""Fails: test_the_callers_list_stays_as_it_was

Returns the very list that it was given when everything fits.
"""


def trim(messages, limit, count):
    if not messages or count(messages) <= limit:
        return messages
    kept = list(messages)
    while len(kept) > 1 and count(kept) > limit:
        kept.pop(0)
    while len(kept) > 1 and kept[0]["role"] != "user":
        kept.pop(0)
    return kept
