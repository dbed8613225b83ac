"""Fails: test_a_number_below_zero_is_an_error

A range that is empty hides the mistake.
"""


def processed(turns, system, turn):
    return sum(system + k * turn for k in range(1, turns + 1))
