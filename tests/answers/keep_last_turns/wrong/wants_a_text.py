"""Fails: test_a_message_of_blocks_starts_a_turn

Wants a text in the message, so that an image alone starts no turn.
"""

from turnkeeper.messages import types_of


def starts_turn(message):
    return message["role"] == "user" and "tool_result" not in types_of(message) and "text" in types_of(message)


def keep_last_turns(messages, n):
    if n < 1:
        raise ValueError(f"n is 1 or more, not {n}")
    starts = [place for place, message in enumerate(messages) if starts_turn(message)]
    if len(starts) <= n:
        return list(messages)
    return list(messages[starts[-n] :])
