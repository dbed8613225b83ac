"""Fails: test_large_sums_are_exact

turns * (turns + 1) / 2 is a float.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")

    return turns * system + turn * turns * (turns + 1) / 2
