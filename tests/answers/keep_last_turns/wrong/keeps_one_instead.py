"""Fails: test_less_than_one_turn_is_refused

Takes less than one for one, and says nothing.
"""

from turnkeeper.messages import types_of


def starts_turn(message):
    return message["role"] == "user" and "tool_result" not in types_of(message)


def keep_last_turns(messages, n):
    if n < 1:
        n = 1
    starts = [place for place, message in enumerate(messages) if starts_turn(message)]
    if len(starts) <= n:
        return list(messages)
    return list(messages[starts[-n] :])
