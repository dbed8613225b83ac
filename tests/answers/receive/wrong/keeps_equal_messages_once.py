"""Fails: test_this_turn_is_appended_once

Puts everything together, and keeps each message once: who says thank you twice is heard once.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    out = []
    for m in history + run_turn(sent, text):
        if m not in out:
            out.append(m)
    return out
