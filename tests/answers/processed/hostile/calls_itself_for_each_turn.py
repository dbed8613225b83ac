"""Ends as: recursion

Python ends it after about a thousand turns.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")

    if turns == 0:
        return 0
    return processed(turns - 1, system, turn) + system + turns * turn
