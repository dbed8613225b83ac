"""Drops one message, and asks again."""


def _drop(messages, limit, count):
    if len(messages) <= 1:
        return messages
    if count(messages) <= limit and messages[0]["role"] == "user":
        return messages
    return _drop(messages[1:], limit, count)


def trim(messages, limit, count):
    if not messages or count(messages) <= limit:
        return list(messages)
    return list(_drop(messages[1:] or messages, limit, count))
