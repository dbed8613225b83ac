"""Fails: test_this_turn_is_appended_once

Takes a message for new when there is none like it: what is said again is lost.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    return [*history, *(message for message in run_turn(sent, text) if message not in sent)]
