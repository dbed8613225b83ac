"""Fails: test_this_turn_is_appended_once

Puts everything that came back behind the history, the messages that were sent once more.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    return [*history, *run_turn(sent, text)]
