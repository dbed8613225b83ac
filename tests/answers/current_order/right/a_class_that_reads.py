"""Keeps the steps in a class, and matches the shape of what a tool told."""

import json

from turnkeeper.messages import blocks


class Reader:
    def __init__(self, messages):
        self.parts = [part for message in messages for part in blocks(message)]

    def results(self):
        return [part for part in self.parts if part["type"] == "tool_result" and part.get("is_error") is not True]

    def numbers(self):
        for result in self.results():
            for part in blocks(result):
                match part:
                    case {"type": "text", "text": text}:
                        yield self.number(text)

    @staticmethod
    def number(text):
        try:
            match json.loads(text):
                case {"order": str(number)}:
                    return number
        except json.JSONDecodeError:
            pass
        return None

    def last(self):
        return ([number for number in self.numbers() if number is not None] or [None])[-1]


def current_order(messages):
    return Reader(messages).last()
