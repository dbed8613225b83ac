"""Fails: test_of_equal_scores_the_earlier_is_better

Sorts pairs of score and document, and fails at equal scores of mappings.
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("each document needs a score")
    if most is not None and most < 1:
        raise ValueError("most is 1 or more")
    best_first = sorted(zip(scores, documents), reverse=True)[:most]
    return [document for _, document in [*best_first[::2], *best_first[1::2][::-1]]]
