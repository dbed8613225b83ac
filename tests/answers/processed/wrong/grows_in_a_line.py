"""Fails: test_every_turn_sends_all_the_turns_before

Each turn counts once, as if the API kept the history.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")

    return turns * (system + turn)
