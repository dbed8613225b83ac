"""Makes a list of turns first, and joins the last of them."""

from turnkeeper.messages import blocks


class Turns(list):
    def __init__(self, messages):
        super().__init__()
        front = []
        for message in messages:
            if message["role"] == "user" and not [b for b in blocks(message) if b["type"] == "tool_result"]:
                self.append([*front, message])
                front = []
            elif self:
                self[-1].append(message)
            else:
                front.append(message)
        if front:
            self.append(front)


def keep_last_turns(messages, n):
    if n <= 0:
        raise ValueError(n)
    return sum(Turns(messages)[-n:], [])
