"""Fails: test_no_turns_cost_nothing

Without a turn it counts a system prompt that was never sent.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")
    total, size = 0, system
    while True:
        size += turn
        total += size
        turns -= 1
        if turns < 1:
            return total
