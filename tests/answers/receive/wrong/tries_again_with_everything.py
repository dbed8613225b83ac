"""Fails: test_an_error_goes_through

Sends the full history when the part was refused.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    try:
        after = run_turn(sent, text)
    except Exception:
        sent = history
        after = run_turn(sent, text)
    return [*history, *after[len(sent) :]]
