"""Ends as: exit

Calls sys.exit().
"""

import sys

import turnkeeper


class Conversation(turnkeeper.Conversation):
    def send(self, text):
        sys.exit(0)
        return super().send(text)
