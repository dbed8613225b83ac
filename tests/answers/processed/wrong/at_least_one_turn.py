"""Fails: test_no_turns_cost_nothing

A conversation without turns is an error to it.
"""


def processed(turns, system, turn):
    if turns < 1 or system < 0 or turn < 0:
        raise ValueError("a conversation has one turn or more")
    return sum(system + k * turn for k in range(1, turns + 1))
