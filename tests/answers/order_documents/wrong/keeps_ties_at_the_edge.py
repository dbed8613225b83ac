"""Fails: test_of_equal_scores_the_earlier_is_better

With most it also keeps what is as good as the last one that it keeps.
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("each document needs a score")
    if most is not None and most < 1:
        raise ValueError("most is 1 or more")
    best_first = sorted(range(len(documents)), key=lambda place: scores[place], reverse=True)
    if most is not None and most < len(best_first):
        worst = scores[best_first[most - 1]]
        best_first = [place for place in best_first if scores[place] >= worst]
    return [documents[place] for place in [*best_first[::2], *best_first[1::2][::-1]]]
