"""Fails: test_a_number_below_zero_is_an_error

Negative sizes are added as if they were tokens.
"""


def processed(turns, system, turn):
    if turns < 0:
        raise ValueError("less than 0 turns")
    return sum(system + k * turn for k in range(1, turns + 1))
