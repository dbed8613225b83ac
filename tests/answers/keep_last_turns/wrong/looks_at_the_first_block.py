"""Fails: test_words_beside_a_result_start_no_turn

Looks for a result in the first block of a message alone.
"""

from turnkeeper.messages import blocks, types_of


def starts_turn(message):
    return message["role"] == "user" and types_of(message)[0] != "tool_result"


def keep_last_turns(messages, n):
    if n < 1:
        raise ValueError("n must be 1 or more")
    starts = [i for i, m in enumerate(messages) if starts_turn(m)]
    if len(starts) <= n:
        return list(messages)
    return list(messages[starts[-n] :])
