"""Joins what the engine calls turns."""

from itertools import chain

from turnkeeper import turns


def keep_last_turns(messages, n):
    if n < 1:
        raise ValueError(f"n={n}: keep one turn at the least")
    return list(chain.from_iterable(turns(messages)[-n:]))
