"""Right: from the worst to the best, each goes to the side whose turn it is."""

from collections import deque
from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("each document needs a score")
    if most is not None and most < 1:
        raise ValueError("most is 1 or more")

    kept = sorted(enumerate(scores), key=lambda pair: (-pair[1], pair[0]))[: most or len(scores)]
    made: deque[Any] = deque()
    for rank in reversed(range(len(kept))):
        document = documents[kept[rank][0]]
        if rank % 2:
            made.append(document)
        else:
            made.appendleft(document)
    return list(made)
