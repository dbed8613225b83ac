"""Fails: test_a_message_of_blocks_starts_a_turn

Reads the blocks as mappings, which the SDK's objects are not.
"""

from turnkeeper.messages import types_of


def starts_turn(message):
    return message["role"] == "user" and (
        isinstance(message["content"], str) or all(b["type"] != "tool_result" for b in message["content"])
    )


def keep_last_turns(messages, n):
    if n < 1:
        raise ValueError(f"n is 1 or more, not {n}")
    starts = [place for place, message in enumerate(messages) if starts_turn(message)]
    if len(starts) <= n:
        return list(messages)
    return list(messages[starts[-n] :])
