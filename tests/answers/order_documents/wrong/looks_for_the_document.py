"""Fails: test_documents_of_any_kind_stay

Finds a score by the first document that is equal.
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("each document needs a score")
    if most is not None and most < 1:
        raise ValueError("most is 1 or more")
    best_first = sorted(documents, key=lambda document: scores[documents.index(document)], reverse=True)[:most]
    return [*best_first[::2], *best_first[1::2][::-1]]
