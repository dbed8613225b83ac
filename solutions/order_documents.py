"""Why this is the answer.

It ranks the places of the documents, not the documents themselves, so nothing has to be compared or hashed but numbers,
and one that is there twice stays twice. Python's sort keeps the order of what is equal, also with reverse=True. Of the
ranked ones every second goes to the front, and the others, turned round, behind them.
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError(f"each document needs a score: there are {len(documents)} and {len(scores)}")
    if most is not None and most < 1:
        raise ValueError(f"most is the number of documents to send: 1 or more, not {most}")
    best_first = sorted(range(len(documents)), key=lambda place: scores[place], reverse=True)[:most]
    return [documents[place] for place in [*best_first[::2], *best_first[1::2][::-1]]]
