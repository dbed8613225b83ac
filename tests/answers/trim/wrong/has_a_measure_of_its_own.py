"""Fails: test_it_measures_with_count

Takes four characters for a token, whatever count says.
"""


def trim(messages, limit, count):
    def own(some):
        return sum(len(message["content"]) for message in some) // 4

    if not messages or own(messages) <= limit:
        return list(messages)
    kept = list(messages)
    while len(kept) > 1 and own(kept) > limit:
        kept.pop(0)
    while len(kept) > 1 and kept[0]["role"] != "user":
        kept.pop(0)
    return kept
