"""Fails: test_the_open_day_is_remembered

What is told first stays, and what is told later is not taken.
"""

import re

import anthropic

from turnkeeper.memory import KnownFacts, current_order, place_facts
from turnkeeper.messages import starts_turn, text_of
from turnkeeper.models import MODELS
from turnkeeper.tokens import request_tokens

MODEL = "claude-haiku-5-5"
FACT = re.compile(r"\bmy ([a-z ]+?) is ([^.?]+)\.", re.IGNORECASE)


class Assistant:
    def __init__(self, client, system, tools, run_tool, budget):
        self.client = client
        self.system = system
        self.tools = tools
        self.run_tool = run_tool
        self.budget = budget
        self.messages = []
        self.facts = KnownFacts()

    def send(self, text):
        before = list(self.messages), self.facts
        self.messages.append({"role": "user", "content": text})
        try:
            for name, value in FACT.findall(text):
                if name not in self.facts:
                    self.facts = self.facts.remember(name, value, source="user")
            while True:
                reply = self.ask()
                self.messages.append({"role": "assistant", "content": reply.content})
                calls = [block for block in reply.content if block.type == "tool_use"]
                if not calls:
                    return text_of({"content": reply.content})
                results = [self.run_tool(call) for call in calls]
                self.messages.append({"role": "user", "content": results})
                if order := current_order(self.messages):
                    self.facts = self.facts.remember("order", order, source="tool")
        except anthropic.APIError:
            self.messages, self.facts = before
            raise

    def prompt(self):
        return place_facts(self.facts, [], place="system", system=self.system).system

    def ask(self):
        self.shorten()
        return self.client.messages.create(
            model=MODEL, max_tokens=1024, system=self.prompt(), tools=self.tools, messages=self.messages
        )

    def size(self):
        return request_tokens(self.messages, model=MODELS[MODEL], system=self.prompt(), tools=self.tools)

    def shorten(self):
        if self.size() > self.budget:
            while self.size() > self.budget * 0.7:
                starts = [place for place, message in enumerate(self.messages) if starts_turn(message)]
                if len(starts) < 2:
                    break
                del self.messages[: starts[1]]
