"""Fails: test_a_number_below_zero_is_an_error

An assertion is no ValueError, and python -O leaves it out.
"""


def processed(turns, system, turn):
    assert turns >= 0 and system >= 0 and turn >= 0
    return sum(system + k * turn for k in range(1, turns + 1))
