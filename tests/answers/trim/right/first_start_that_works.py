"""Looks for the first place from which on everything is in order."""


def trim(messages, limit, count):
    if not messages or count(messages) <= limit:
        return messages[:]
    users = [place for place, message in enumerate(messages) if message["role"] == "user"]
    fitting = (place for place in users if count(messages[place:]) <= limit)
    return messages[next(fitting, len(messages) - 1) :]
