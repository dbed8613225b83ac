"""Fails: test_the_first_turn_counts_with_its_reply

range(turns) begins with a turn in which nothing is said.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")

    return sum(system + k * turn for k in range(turns))
