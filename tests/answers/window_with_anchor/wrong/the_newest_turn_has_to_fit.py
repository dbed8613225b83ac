"""Fails: test_the_newest_turn_always_stays

Returns the anchor alone when the newest turn is longer than n.
"""

from turnkeeper.messages import text_of, types_of


def starts_turn(message):
    return message["role"] == "user" and "tool_result" not in types_of(message)


def split(messages):
    found = []
    for message in messages:
        if starts_turn(message):
            found.append([message])
        elif found:
            found[-1].append(message)
    return found


def is_plain(message):
    return message["role"] == "assistant" and "tool_use" not in types_of(message) and text_of(message).strip() != ""


def anchor_of(front):
    for turn in front:
        for message in turn:
            if is_plain(message):
                return [turn[0], message]
    return []


def window_with_anchor(messages, n):
    if n < 1:
        raise ValueError("n is 1 or more")
    if len(messages) <= n:
        return list(messages)
    front = split(messages)
    window = front.pop() if front and len(front[-1]) <= n else []
    while front and len(front[-1]) + len(window) <= n:
        window = front.pop() + window
    return [*anchor_of(front), *window]
