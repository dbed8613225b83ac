"""Fails: test_a_turn_with_tool_calls_stays_whole

Takes the results of parallel calls for a turn of their own.
"""

from turnkeeper.messages import types_of


def starts_turn(message):
    kinds = types_of(message)
    alone = "text" in kinds or kinds.count("tool_result") == 1
    return message["role"] == "user" and not ("tool_result" in kinds and alone)


def keep_last_turns(messages, n):
    if n < 1:
        raise ValueError(f"n is 1 or more, not {n}")
    starts = [place for place, message in enumerate(messages) if starts_turn(message)]
    if len(starts) <= n:
        return list(messages)
    return list(messages[starts[-n] :])
