"""Fails: test_no_turns_cost_nothing

The formula is used below the first turn, where it does not hold.
"""


def input_with_cache(turns, system, user, assistant, read=0.1, write=1.25):
    if min(turns, system, user, assistant, read, write) < 0:
        raise ValueError("a number is less than 0")
    turn = user + assistant
    reads = (turns - 1) * (system + user) + turn * (turns - 1) * (turns - 2) // 2
    writes = system + user + (turns - 1) * turn
    return read * reads + write * writes
