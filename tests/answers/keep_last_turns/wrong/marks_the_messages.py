"""Fails: test_the_history_is_left_alone

Notes the number of its turn in each message, and takes that out of the copies again.
"""

from turnkeeper.messages import types_of


def starts_turn(message):
    return message["role"] == "user" and "tool_result" not in types_of(message)


def keep_last_turns(messages, n):
    if n < 1:
        raise ValueError(f"n is 1 or more, not {n}")
    starts = [place for place, message in enumerate(messages) if starts_turn(message)]
    for place, message in enumerate(messages):
        message["turn"] = sum(start <= place for start in starts)
    messages[:], noted = messages, [{k: v for k, v in m.items() if k != "turn"} for m in messages]
    messages = noted
    if len(starts) <= n:
        return list(messages)
    return list(messages[starts[-n] :])
