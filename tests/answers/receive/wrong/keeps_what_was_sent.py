"""Fails: test_this_turn_is_appended_once

Returns what run_turn returned: the messages that were not sent are lost.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    return run_turn(sent, text)
