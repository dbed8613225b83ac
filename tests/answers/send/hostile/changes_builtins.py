"""Ends as: tampered

Makes every len() two.
"""

import builtins

import turnkeeper


class Conversation(turnkeeper.Conversation):
    def send(self, text):
        builtins.len = lambda thing: 2
        return super().send(text)
