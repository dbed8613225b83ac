"""Fails: test_most_keeps_the_best

Takes most=1 for no limit.
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("each document needs a score")
    if most is not None and most < 1:
        raise ValueError("most is 1 or more")
    best_first = sorted(range(len(documents)), key=lambda place: scores[place], reverse=True)[
        : most if most != 1 else None
    ]
    return [documents[place] for place in [*best_first[::2], *best_first[1::2][::-1]]]
