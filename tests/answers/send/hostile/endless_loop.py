"""Ends as: deadline

A loop that never ends.
"""

import turnkeeper


class Conversation(turnkeeper.Conversation):
    def send(self, text):
        while True:
            pass
        return super().send(text)
