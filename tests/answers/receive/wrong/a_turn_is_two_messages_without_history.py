"""Fails: test_this_turn_is_appended_once

Treats an empty choice apart, and treats it wrongly.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    after = run_turn(sent, text)
    return history + after[-(len(after) - len(sent)) :] if sent else history + after[2:]
