"""Fails: test_words_beside_a_result_start_no_turn

Takes every message of the user with a text in it for a question, also when there is a result.
"""

from turnkeeper.messages import types_of


def starts_turn(message):
    return message["role"] == "user" and set(types_of(message)) != {"tool_result"}


def keep_last_turns(messages, n):
    if n < 1:
        raise ValueError(f"n is 1 or more, not {n}")
    starts = [place for place, message in enumerate(messages) if starts_turn(message)]
    if len(starts) <= n:
        return list(messages)
    return list(messages[starts[-n] :])
