"""Fails: test_the_best_stand_at_both_ends

The best documents stand in the middle.
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("each document needs a score")
    if most is not None and most < 1:
        raise ValueError("most is 1 or more")
    best_first = sorted(range(len(documents)), key=lambda place: scores[place], reverse=True)[:most]
    if len(best_first) < 3:
        return [documents[place] for place in best_first]
    return [documents[place] for place in [*best_first[::-1][::2], *best_first[::-1][1::2][::-1]]]
