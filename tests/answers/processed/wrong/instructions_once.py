"""Fails: test_the_instructions_count_on_every_turn

The system prompt is counted in the first turn only.
"""


def processed(turns, system, turn):
    if min(turns, system, turn) < 0:
        raise ValueError("less than 0")

    return (system if turns else 0) + turn * (turns * (turns + 1) // 2)
