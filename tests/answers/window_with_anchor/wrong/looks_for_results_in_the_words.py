"""Fails: test_turns_with_tools_stay_whole

Takes the word tool_result in a text for a result.
"""

from turnkeeper.messages import text_of, types_of


def starts(message):
    return message["role"] == "user" and "tool_result" not in str(message["content"])


def is_plain(message):
    return message["role"] == "assistant" and "tool_use" not in types_of(message) and text_of(message).strip() != ""


def split(messages):
    found = []
    for message in messages:
        if starts(message):
            found.append([])
        if found:
            found[-1].append(message)
    return found


def window_with_anchor(messages, n):
    if n < 1:
        raise ValueError("n must be at least 1")
    if len(messages) <= n:
        return list(messages)
    turns = split(messages)
    if not turns:
        return []
    first = len(turns) - 1
    size = len(turns[first])
    while first > 0 and size + len(turns[first - 1]) <= n:
        first -= 1
        size += len(turns[first])
    anchor = []
    for number, turn in enumerate(turns):
        plain = [message for message in turn if is_plain(message)]
        if plain:
            if number < first:
                anchor = [turn[0], plain[0]]
            break
    return anchor + [message for turn in turns[first:] for message in turn]
