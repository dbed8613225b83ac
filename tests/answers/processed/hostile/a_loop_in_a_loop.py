"""Ends as: deadline

For 100,000 turns the inner loop is gone through five thousand million times.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")
    total = 0
    for last in range(1, turns + 1):
        total += system
        for _ in range(last):
            total += turn
    return total
