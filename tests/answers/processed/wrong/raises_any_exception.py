"""Fails: test_a_number_below_zero_is_an_error

An Exception of no kind: whoever calls it cannot tell it from a fault.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise Exception("negative")
    return sum(system + k * turn for k in range(1, turns + 1))
