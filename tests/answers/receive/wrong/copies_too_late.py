"""Fails: test_pick_history_cannot_damage_the_history

Copies what it keeps, but hands out the caller's messages.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    kept = copy.deepcopy(history)
    sent = pick_history(history)
    return [*kept, *run_turn(sent, text)[len(sent) :]]
