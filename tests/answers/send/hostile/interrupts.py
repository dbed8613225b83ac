"""Ends as: exit

Pretends that somebody pressed Ctrl+C.
"""

import turnkeeper


class Conversation(turnkeeper.Conversation):
    def send(self, text):
        raise KeyboardInterrupt
        return super().send(text)
