"""Fails: test_this_turn_is_appended_once

Returns what was sent as well, next to the history.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    after = run_turn(sent, text)
    return history + after[len(sent) :], after
