"""Goes past what was sent with itertools, and returns a tuple."""

from copy import deepcopy
from itertools import chain, islice


def receive(history, text, pick_history=lambda messages: messages, run_turn=None):
    sent = tuple(pick_history(deepcopy(history)))
    new = islice(run_turn(list(sent), text), len(sent), None)
    return tuple(chain(history, new))
