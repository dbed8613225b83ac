"""Fails: test_what_was_picked_is_sent

Never asks pick_history, and sends the whole history.
"""


def receive(history, text, *, pick_history, run_turn):
    return [*history, *run_turn(history, text)[len(history) :]]
