"""Fails: test_a_short_history_is_kept_whole

Raises an error when there are fewer turns than it should keep.
"""

from turnkeeper.messages import types_of


def starts_turn(message):
    return message["role"] == "user" and "tool_result" not in types_of(message)


def keep_last_turns(messages, n):
    if n < 1:
        raise ValueError(f"n is 1 or more, not {n}")
    starts = [place for place, message in enumerate(messages) if starts_turn(message)]
    if len(starts) < n:
        raise ValueError("there are not so many turns")
    if len(starts) == n:
        return list(messages)
    return list(messages[starts[-n] :])
