"""Fails: test_what_was_picked_is_sent

Takes an empty choice for no choice, and sends everything.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history)) or history
    return [*history, *run_turn(sent, text)[len(sent) :]]
