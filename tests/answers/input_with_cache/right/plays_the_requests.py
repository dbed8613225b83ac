"""The requests are played with the engine, one by one, and each is priced."""

from turnkeeper.costs import every_turn, simulate


def input_with_cache(turns, *, system, user, assistant, read=0.1, write=1.25):
    if read < 0 or write < 0:
        raise ValueError("a price is less than 0")
    played = simulate(every_turn(), turns, system=system, user=user, assistant=assistant)
    return sum(read * request.read + write * request.written for request in played)
