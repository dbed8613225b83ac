"""Fails: test_a_short_history_is_kept_whole

Begins at the first turn, whatever stands in front of it.
"""

from turnkeeper.messages import types_of


def starts_turn(message):
    return message["role"] == "user" and "tool_result" not in types_of(message)


def keep_last_turns(messages, n):
    if n < 1:
        raise ValueError(f"n is 1 or more, not {n}")
    starts = [place for place, message in enumerate(messages) if starts_turn(message)]
    if len(starts) <= n:
        return list(messages[starts[0] :]) if starts else []
    return list(messages[starts[-n] :])
