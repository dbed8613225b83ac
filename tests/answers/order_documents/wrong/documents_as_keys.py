"""Fails: test_documents_of_any_kind_stay

Looks scores up by document, which a mapping cannot be.
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("each document needs a score")
    if most is not None and most < 1:
        raise ValueError("most is 1 or more")
    score_of = dict(zip(documents, scores))
    best_first = sorted(documents, key=score_of.__getitem__, reverse=True)[:most]
    return [*best_first[::2], *best_first[1::2][::-1]]
