"""Fails: test_a_number_below_zero_is_an_error

0 looks like a result.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        return 0
    return sum(system + k * turn for k in range(1, turns + 1))
