"""Fails: test_short_lists

Looks at the best score first, and fails where there is none.
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("each document needs a score")
    if most is not None and most < 1:
        raise ValueError("most is 1 or more")
    best = max(scores)
    assert best is not None
    best_first = sorted(range(len(documents)), key=lambda place: scores[place], reverse=True)[:most]
    return [documents[place] for place in [*best_first[::2], *best_first[1::2][::-1]]]
