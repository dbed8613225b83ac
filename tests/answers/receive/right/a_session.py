"""Does it with a session object that holds the history."""

import copy


class Session:
    def __init__(self, history, pick_history, run_turn):
        self.history = copy.deepcopy(history)
        self.pick_history, self.run_turn = pick_history, run_turn

    def receive(self, text):
        sent = self.pick_history(copy.deepcopy(self.history))
        new = self.run_turn(history=sent, text=text)[len(sent) :]
        self.history.extend(new)
        return self.history


def receive(history, text, *, pick_history, run_turn):
    return Session(history, pick_history, run_turn).receive(text)
