"""Fails: test_scores_are_any_numbers

Divides by the greatest score, which turns the order round when it is negative.
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("each document needs a score")
    if most is not None and most < 1:
        raise ValueError("most is 1 or more")
    top = max(scores, default=1) or 1
    best_first = sorted(range(len(documents)), key=lambda place: scores[place] / top, reverse=True)[:most]
    return [documents[place] for place in [*best_first[::2], *best_first[1::2][::-1]]]
