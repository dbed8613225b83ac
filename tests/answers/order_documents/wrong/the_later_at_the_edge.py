"""Fails: test_of_equal_scores_the_earlier_is_better

Of equal ones at the edge of most it keeps the later.
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("each document needs a score")
    if most is not None and most < 1:
        raise ValueError("most is 1 or more")
    kept = range(len(documents))
    if most is not None:
        kept = sorted(sorted(kept, key=lambda place: scores[place])[-most:])
    best_first = sorted(kept, key=lambda place: scores[place], reverse=True)
    return [documents[place] for place in [*best_first[::2], *best_first[1::2][::-1]]]
