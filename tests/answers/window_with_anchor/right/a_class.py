"""A class that knows its turns, and copies what it returns."""

import copy

from turnkeeper import keep_last_turns
from turnkeeper.messages import blocks


class History:
    def __init__(self, messages):
        self.messages = messages

    @property
    def starts(self):
        return [
            place for place, m in enumerate(self.messages) if m["role"] == "user" and not self.has(m, "tool_result")
        ]

    @staticmethod
    def has(message, kind):
        return any(block["type"] == kind for block in blocks(message))

    def replies(self, before):
        for place in range(self.starts[0] if self.starts else before, before):
            m = self.messages[place]
            said = "".join(block["text"] for block in blocks(m) if block["type"] == "text")
            if m["role"] == "assistant" and not self.has(m, "tool_use") and not (said == "" or said.isspace()):
                yield place


def window_with_anchor(messages, n):
    if n < 1:
        raise ValueError("n")
    if len(messages) <= n:
        return copy.copy(messages)
    history = History(messages)
    kept = 1
    while kept < len(history.starts) and len(messages) - history.starts[-kept - 1] <= n:
        kept += 1
    window = keep_last_turns(messages[history.starts[0] :], kept)
    before = len(messages) - len(window)
    for place in history.replies(before):
        question = max(start for start in history.starts if start < place)
        return [messages[question], messages[place], *window]
    return window
