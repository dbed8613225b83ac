"""Ends as: deadline

An endless loop that catches every Exception.
"""

import turnkeeper


class Conversation(turnkeeper.Conversation):
    def send(self, text):
        while True:
            try:
                self.nothing()
            except Exception:
                pass
        return super().send(text)
