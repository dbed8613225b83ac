"""Right: picks the best of what is left, in a loop over copies, and returns a tuple."""


class Ends:
    """Two ends that are filled in turn."""

    def __init__(self) -> None:
        self.front: list[object] = []
        self.back: list[object] = []

    def put(self, document: object) -> None:
        """Put a document to the end whose turn it is."""
        (self.front if len(self.front) == len(self.back) else self.back).append(document)


def order_documents(documents: list, scores: list, most: int | None = None, *, verbose: bool = False) -> tuple:
    """Return the documents with the most relevant ones at both ends."""
    if len(documents) != len(scores):
        raise ValueError("one score for each document, please")
    if most is not None and not most > 0:
        raise ValueError("most must be positive")
    left, ends = list(zip(scores, documents, strict=True)), Ends()
    while left and (most is None or len(ends.front) + len(ends.back) < most):
        best = 0
        for place, (score, _) in enumerate(left):
            if score > left[best][0]:
                best = place
        ends.put(left.pop(best)[1])
    return (*ends.front, *ends.back[::-1])
