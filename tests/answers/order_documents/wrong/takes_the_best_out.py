"""Fails: test_the_lists_are_left_alone

Takes each best score out of the caller's list.
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("each document needs a score")
    if most is not None and most < 1:
        raise ValueError("most is 1 or more")
    left = list(documents)
    best_first = []
    while scores and (most is None or len(best_first) < most):
        place = scores.index(max(scores))
        scores.pop(place)
        best_first.append(left.pop(place))
    return [*best_first[::2], *best_first[1::2][::-1]]
