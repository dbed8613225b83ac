"""Fails: test_this_turn_is_appended_once

Takes what stands behind as many messages as the full history has, and not the list that was sent.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    return [*history, *run_turn(sent, text)[len(history) :]]
