"""Fails: test_the_first_turn_counts_with_its_reply

Every request is one turn too long.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")

    return sum(system + (k + 1) * turn for k in range(1, turns + 1))
