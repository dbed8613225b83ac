"""Fails: test_every_turn_is_answered

Line breaks and runs of spaces become one space, so a pasted list is none any more.
"""

import re

from turnkeeper.memory import KnownFacts, current_order
from turnkeeper.models import MODELS
from turnkeeper.tokens import request_tokens

MODEL = "claude-haiku-5-5"
FACT = re.compile(r"\b[Mm]y ([^.?!\n]+?) is ([^.?!\n]+)")


class Assistant:
    def __init__(self, client, system, tools, run_tool, budget):
        self.client = client
        self.system = system
        self.tools = tools
        self.run_tool = run_tool
        self.budget = budget
        self.turns = []
        self.facts = {}
        self.shown = ""

    def send(self, text):
        kept = (self.turns, dict(self.facts), self.shown)
        try:
            return self._turn(text)
        except BaseException:
            self.turns, self.facts, self.shown = kept
            raise

    def _turn(self, text):
        turn = [{"role": "user", "content": " ".join(text.split())}]
        self._learn(text)
        while True:
            messages = self._fit(turn)
            reply = self.client.messages.create(
                model=MODEL,
                max_tokens=1024,
                system=self._prompt(self.shown),
                tools=self.tools,
                messages=messages,
                cache_control={"type": "ephemeral"},
            )
            turn.append({"role": "assistant", "content": reply.content})
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                break
            results = [self.run_tool(b) for b in calls]
            turn.append({"role": "user", "content": results})
            if order := current_order(turn):
                self.facts.pop("order", None)
                self.facts["order"] = order
        self.turns = [*self.turns, turn]
        return "".join(b.text for b in reply.content if b.type == "text")

    def _learn(self, text):
        for name, value in FACT.findall(text):
            self.facts.pop(name, None)
            self.facts[name] = value

    def _prompt(self, shown):
        return f"{self.system}\n\n{shown}" if shown else self.system

    def _tokens(self, messages, shown):
        return request_tokens(messages, model=MODELS[MODEL], system=self._prompt(shown), tools=self.tools)

    def _render(self, facts):
        known = KnownFacts()
        for name, value in facts:
            known = known.remember(name, value, source="counter")
        return known.render()

    def _facts_within(self, room):
        facts = list(self.facts.items())
        while facts and self._tokens([{"role": "user", "content": "x"}], self._render(facts)) > room:
            facts = facts[1:]
        return self._render(facts)

    def _fit(self, turn):
        flat = [m for t in self.turns for m in t] + turn
        if self._tokens(flat, self.shown) <= self.budget:
            return flat
        least = self._tokens(turn, "")
        self.shown = self._facts_within(
            self.budget - max(0, least - self._tokens([{"role": "user", "content": "x"}], ""))
        )
        turns = list(self.turns)
        low = self.budget * 5 // 8
        while turns and self._tokens([m for t in turns for m in t] + turn, self.shown) > low:
            turns = turns[1:]
        self.turns = turns
        flat = [m for t in turns for m in t] + turn
        while len(turn) > 3 and self._tokens(flat, self.shown) > self.budget:
            del turn[1:3]
            flat = list(turn)
        if self._tokens(flat, self.shown) > self.budget:
            self.shown = self._facts_within(
                self.budget - self._tokens(flat, "") + self._tokens([{"role": "user", "content": "x"}], "")
            )
        if self._tokens(flat, self.shown) > self.budget:
            raise ValueError("the newest turn alone is over the budget")
        return flat
