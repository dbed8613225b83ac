"""Fails: test_pick_history_cannot_damage_the_history

Hands out the history itself.
"""


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(history)
    return [*history, *run_turn(sent, text)[len(sent) :]]
