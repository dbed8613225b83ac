"""Fails: test_the_old_history_stays_as_it_was

Cuts the caller's list to what is sent, and returns a whole one.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    whole = copy.deepcopy(history)
    sent = pick_history(copy.deepcopy(history))
    new = run_turn(sent, text)[len(sent) :]
    history[:] = [*sent, *new]
    return [*whole, *new]
