"""Right: a list of empty places, filled from both ends."""


def order_documents(documents, scores, most=None):
    """Return the documents with the most relevant ones at both ends."""
    if most is not None and most <= 0 or len(scores) != len(documents):
        raise ValueError("that does not fit")
    number = len(documents) if most is None else min(most, len(documents))
    places = [None] * number
    left, right = 0, number - 1
    order = list(range(len(documents)))
    order.sort(key=lambda place: -scores[place])
    for turn, place in enumerate(order[:number]):
        if turn % 2 == 0:
            places[left] = documents[place]
            left += 1
        else:
            places[right] = documents[place]
            right -= 1
    return places
