"""Exercise `order_documents`: the best documents go to the two ends.

Write `order_documents(documents, scores, most=None)`. It returns the
documents in a new list, in the order in which they should be sent.

- `documents` is a list: texts, or mappings such as content blocks. One
  may be there twice. `scores` is a list of numbers, one for each document
  in the same order: the greater, the more relevant. A score may be 0 or
  less than 0.
- The document with the greatest score comes first, the second best last,
  the third best second, the fourth last but one, and so on. So the least
  relevant one stands in the middle, or next to it.
- Of two documents with the same score, the one that stands earlier in
  `documents` counts as the better one.
- With `most` only so many are returned: those that are best, in this
  order. The others are left out. Without `most`, or when there are no
  more than `most`, all are returned.
- Without documents the result is an empty list.
- A ValueError, whatever else is given: when there are not as many scores
  as documents, and when `most` is less than 1.
- The lists you are given stay as they are, and the list you return is
  always another one.

    documents = ["a", "b", "c", "d", "e"]
    scores = [0.2, 0.9, 0.1, 0.5, 0.7]
    order_documents(documents, scores)
    # ["b", "d", "c", "a", "e"]
    order_documents(documents, scores, most=3)
    # ["b", "d", "e"]
"""

from typing import Any


def order_documents(documents: list[Any], scores: list[float], most: int | None = None) -> list[Any]:
    """Return the documents with the most relevant ones at both ends."""
    raise NotImplementedError
