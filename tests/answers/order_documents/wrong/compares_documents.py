"""Fails: test_of_equal_scores_the_earlier_is_better

Of equal scores the documents are compared.
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("each document needs a score")
    if most is not None and most < 1:
        raise ValueError("most is 1 or more")
    pairs = sorted(zip(scores, map(str, documents), range(len(documents))), reverse=True)
    best_first = [place for *_, place in pairs][:most]
    return [documents[place] for place in [*best_first[::2], *best_first[1::2][::-1]]]
