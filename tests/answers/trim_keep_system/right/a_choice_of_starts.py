"""Tries every start, the earliest first."""


def trim_keep_system(messages, limit, count):
    if len(messages) == 1 or count(messages) <= limit:
        return [*messages]
    newest = len(messages) - 1
    tried = ([messages[0], *messages[start:]] for start in range(1, newest) if messages[start]["role"] == "user")
    return next((kept for kept in tried if count(kept) <= limit), [messages[0], messages[newest]])
