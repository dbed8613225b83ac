"""Fails: test_turns_with_tools_stay_whole

Takes a message with words for a question, also when a result stands in it.
"""

from turnkeeper.messages import text_of, types_of


def starts_turn(message):
    return message["role"] == "user" and types_of(message)[-1] != "tool_result"


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
    window = front.pop() if front else []
    while front and len(front[-1]) + len(window) <= n:
        window = front.pop() + window
    return [*anchor_of(front), *window]
