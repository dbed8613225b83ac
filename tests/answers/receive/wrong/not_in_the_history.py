"""Fails: test_this_turn_is_appended_once

Takes what is not in the history for new: a summary that was sent joins it.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    after = run_turn(sent, text)
    return [
        *history,
        *(after[place] for place in range(len(after)) if place >= len(sent) or after[place] not in history),
    ]
