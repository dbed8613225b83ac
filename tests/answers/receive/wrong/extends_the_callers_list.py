"""Fails: test_the_old_history_stays_as_it_was

Appends to the list it was given.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    history += run_turn(sent, text)[len(sent) :]
    return history
