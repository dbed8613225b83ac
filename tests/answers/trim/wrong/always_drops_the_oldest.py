"""Fails: test_a_history_that_fits_comes_back_whole

Drops a message before it asks whether anything has to go.
"""


def trim(messages, limit, count):
    kept = list(messages[1:]) or list(messages)
    while len(kept) > 1 and count(kept) > limit:
        kept.pop(0)
    while len(kept) > 1 and kept[0]["role"] != "user":
        kept.pop(0)
    return kept
