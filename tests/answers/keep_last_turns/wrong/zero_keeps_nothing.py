"""Fails: test_less_than_one_turn_is_refused

Returns an empty list for 0, which the API refuses at the next call.
"""

from turnkeeper.messages import types_of


def starts_turn(message):
    return message["role"] == "user" and "tool_result" not in types_of(message)


def keep_last_turns(messages, n):
    if n < 1:
        return []
    starts = [place for place, message in enumerate(messages) if starts_turn(message)]
    if len(starts) <= n:
        return list(messages)
    return list(messages[starts[-n] :])
