"""Fails: test_a_turn_with_tool_calls_stays_whole

Thinks that a turn has four messages at most, and cuts longer ones.
"""

from turnkeeper.messages import types_of


def starts_turn(message):
    return message["role"] == "user" and "tool_result" not in types_of(message)


def keep_last_turns(messages, n):
    if n < 1:
        raise ValueError(f"n is 1 or more, not {n}")
    starts = [place for place, message in enumerate(messages) if starts_turn(message)]
    if len(starts) <= n:
        return list(messages)
    kept = list(messages[starts[-n] :])
    lone = [place for place, message in enumerate(kept) if set(types_of(message)) == {"tool_result"}]
    return kept[lone[0] + 1 :] if len(lone) > 1 else kept
