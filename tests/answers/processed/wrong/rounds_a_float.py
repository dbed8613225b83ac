"""Fails: test_large_sums_are_exact

int() of a float is a whole number, and not the right one.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")

    return int(turns * system + turn * turns * (turns + 1) / 2)
