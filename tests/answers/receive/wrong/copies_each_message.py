"""Fails: test_pick_history_cannot_damage_the_history

Copies the messages, and not the blocks in them.
"""


def receive(history, text, *, pick_history, run_turn):
    sent = pick_history([dict(message) for message in history])
    return [*history, *run_turn(sent, text)[len(sent) :]]
