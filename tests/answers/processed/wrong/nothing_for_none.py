"""Fails: test_no_turns_cost_nothing

Without a turn it returns nothing at all.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")

    total = None
    for k in range(1, turns + 1):
        total = (total or 0) + system + k * turn
    return total
