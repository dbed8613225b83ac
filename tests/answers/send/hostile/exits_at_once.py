"""Ends as: exit

Ends the process behind Python's back, with success.
"""

import os

import turnkeeper


class Conversation(turnkeeper.Conversation):
    def send(self, text):
        os._exit(0)
        return super().send(text)
