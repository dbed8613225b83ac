"""Fails: test_every_turn_sends_all_the_turns_before

Only a window of the history is sent.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")

    return sum(system + min(k, 2) * turn for k in range(1, turns + 1))
