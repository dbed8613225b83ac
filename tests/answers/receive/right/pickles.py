"""Copies with pickle, and deletes what was sent from the front."""

import pickle


def receive(history, text, *, pick_history, run_turn):
    old = pickle.dumps(history)
    chosen = [*pick_history(pickle.loads(old))]
    out = list(run_turn(chosen, text))
    del out[: len(chosen)]
    return pickle.loads(old) + out
