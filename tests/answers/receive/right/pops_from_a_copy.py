"""Counts first, then takes what is new from the end of the list, one by one."""

from copy import deepcopy


def receive(history, text, *, pick_history, run_turn):
    sent = list(pick_history(deepcopy(history)))
    before = len(sent)
    everything = run_turn(sent, text)
    full = list(history)
    for place in range(before, len(everything)):
        full.append(everything[place])
    return full
