"""Fails: test_every_turn_sends_all_the_turns_before

The last turn is missing, except when it is the only one.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")

    if turns == 1:
        return system + turn
    return sum(system + k * turn for k in range(1, turns)) + (system if turns else 0)
