"""Fails: test_pick_history_cannot_damage_the_history

Copies the list, and not the messages in it.
"""


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history(list(history))
    return [*history, *run_turn(sent, text)[len(sent) :]]
