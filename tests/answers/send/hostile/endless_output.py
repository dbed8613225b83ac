"""Ends as: deadline

Prints without an end.
"""

import turnkeeper


class Conversation(turnkeeper.Conversation):
    def send(self, text):
        while True:
            print("x" * 1000)
        return super().send(text)
