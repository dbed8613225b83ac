"""Deletes the second message of a copy until it fits."""


def trim_keep_system(messages, limit, count):
    kept = messages.copy()
    if count(kept) <= limit:
        return kept
    while count(kept) > limit and len(kept) > 2:
        del kept[1]
    while len(kept) > 2 and kept[1]["role"] == "assistant":
        del kept[1]
    return kept
