"""Is a class in the place of the function, and a list itself."""

from copy import deepcopy


class receive(list):
    def __init__(self, history, text, *, pick_history, run_turn):
        sent = pick_history(deepcopy(history))
        super().__init__([*history, *run_turn(sent, text)[len(sent) :]])
