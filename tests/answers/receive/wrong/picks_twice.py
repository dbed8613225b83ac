"""Fails: test_what_was_picked_is_sent

Asks pick_history a second time to learn how many messages were sent.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    return history + run_turn(pick_history(copy.deepcopy(history)), text)[len(pick_history(copy.deepcopy(history))) :]
