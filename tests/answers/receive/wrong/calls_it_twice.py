"""Fails: test_what_was_picked_is_sent

Runs the turn once to count it, and once to keep it.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    count = len(run_turn(sent, text)) - len(sent)
    return [*history, *run_turn(sent, text)[-count:]]
