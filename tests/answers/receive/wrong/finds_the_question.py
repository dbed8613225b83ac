"""Fails: test_this_turn_is_appended_once

Looks for the customer's words, and finds the first time they were said.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(copy.deepcopy(history))
    after = run_turn(sent, text)
    asked = next(n for n, message in enumerate(after) if message["content"] == text)
    return [*history, *after[asked:]]
