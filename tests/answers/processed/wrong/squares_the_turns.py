"""Fails: test_every_turn_sends_all_the_turns_before

Half of the square, and not the sum.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")

    return turns * system + turn * (turns * turn and (turns * turns + 1) // 2)
