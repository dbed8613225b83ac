"""Keeps the turn in an object, and streams the replies."""

from dataclasses import dataclass, field

APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


@dataclass
class Turn:
    client: object
    fields: dict
    messages: list = field(default_factory=list)

    def say(self, role, content):
        self.messages.append({"role": role, "content": content})

    def reply(self):
        with self.client.messages.stream(**self.fields, messages=self.messages) as stream:
            content = stream.get_final_message().content
        self.say("assistant", content)
        return [block for block in content if block.type == "tool_use"]


def run_turn(history, text, client, system, tools, run_tool, max_calls=6):
    fields = {"model": "claude-haiku-5-5", "max_tokens": 1000, "system": system, "tools": tools}
    turn = Turn(client, fields, [*history])
    turn.say("user", text)
    while max_calls and (calls := turn.reply()):
        max_calls -= 1
        turn.say("user", list(map(run_tool, calls)))
    if turn.messages[-1]["role"] == "user":
        turn.say("assistant", APOLOGY)
    return turn.messages
