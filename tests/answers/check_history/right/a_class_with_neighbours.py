"""Reads the SDK's objects by itself, and gives a class to each message with its neighbours. Lists for tuples."""


def content(message):
    return [] if message is None or isinstance(message["content"], str) else message["content"]


def field(block, name):
    return block.get(name) if isinstance(block, dict) else getattr(block, name, None)


class Spot:
    def __init__(self, before, message, behind):
        self.called = {field(block, "id") for block in content(before) if field(block, "type") == "tool_use"}
        self.kinds = [field(block, "type") for block in content(message)]
        self.calls = {field(block, "id") for block in content(message) if field(block, "type") == "tool_use"}
        self.results = [
            field(block, "tool_use_id") if field(block, "type") == "tool_result" else None for block in content(message)
        ]
        self.answered = {field(block, "tool_use_id") for block in content(behind)}

    def rules(self):
        answers = [id for id in self.results if id is not None]
        if any(id not in self.called for id in answers):
            yield "tool_result_without_use"
        if self.calls - self.answered:
            yield "tool_use_without_result"
        other = next((n for n, id in enumerate(self.results) if id is None), len(self.results))
        if any(id in self.called for id in self.results[other:]):
            yield "tool_result_not_first"


def check_history(messages, target="claude"):
    found = [[0, "first_role"]] if target == "strict" and messages and messages[0]["role"] != "user" else []
    padded = [None, *messages, None]
    for place in range(len(messages)):
        found += [[place, rule] for rule in Spot(*padded[place : place + 3]).rules()]
    return tuple(found)
