"""Uses turns() and a generator for the anchors."""

from itertools import accumulate

from turnkeeper.messages import starts_turn, text_of, turns, types_of


def anchors(front):
    for turn in front:
        for message in turn:
            if message["role"] == "assistant" and "tool_use" not in types_of(message) and text_of(message).strip():
                yield [turn[0], message]


def window_with_anchor(messages, n):
    if n <= 0:
        raise ValueError("at least one message")
    rest = list(messages)
    if len(rest) <= n:
        return rest
    while rest and not starts_turn(rest[0]):
        rest = rest[1:]
    whole = turns(rest)
    sizes = list(accumulate(len(turn) for turn in reversed(whole)))
    kept = max(1, sum(size <= n for size in sizes))
    front, window = whole[:-kept], whole[-kept:]
    return next(anchors(front), []) + [message for turn in window for message in turn]
