"""Fails: test_the_instructions_count_on_every_turn

The system prompt stands in each request once, and not once for each turn in it.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")

    return (system + turn) * (turns * (turns + 1) // 2)
