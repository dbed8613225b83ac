"""Fails: test_a_short_history_is_kept_whole

Cuts at the first turn even when nothing has to go, so that a greeting in front of it gets lost.
"""

from turnkeeper.messages import types_of


def starts_turn(message):
    return message["role"] == "user" and "tool_result" not in types_of(message)


def keep_last_turns(messages, n):
    if n < 1:
        raise ValueError(f"n is 1 or more, not {n}")
    starts = [place for place, message in enumerate(messages) if starts_turn(message)]
    if len(starts) < n or not starts:
        return list(messages)
    return list(messages[starts[-n] :])
