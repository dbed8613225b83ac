"""Splits run_turn's list in a helper of its own."""

import copy


def what_is_new(run_turn, sent, text):
    after = run_turn(sent, text)
    count = len(after) - len(sent)
    return after[-count:] if count else []


def receive(history, text, *, pick_history, run_turn):
    kept = copy.deepcopy(history)
    return kept + what_is_new(run_turn, pick_history(copy.deepcopy(kept)), text)
