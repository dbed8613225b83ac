"""Fails: test_this_turn_is_appended_once

Returns this turn only.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    return run_turn(sent, text)[len(sent) :]
