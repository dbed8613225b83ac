"""The engine's summary takes the place of old turns; facts and the order are pinned, so that no summary loses them."""

import re

import anthropic

from turnkeeper import summarize
from turnkeeper.memory import current_order
from turnkeeper.messages import text_of
from turnkeeper.models import MODELS
from turnkeeper.tokens import request_tokens

MODEL = "claude-haiku-5-5"
FACT = re.compile(r"\bmy ([a-z ]+?) is ([^.?]+)\.", re.IGNORECASE)


class Assistant:
    def __init__(self, client, system, tools, run_tool, budget):
        self.client, self.system, self.tools, self.run_tool, self.budget = client, system, tools, run_tool, budget
        self.list, self.facts, self.order = [], {}, None

    def send(self, text):
        kept = list(self.list), dict(self.facts), self.order
        self.list.append({"role": "user", "content": text})
        self.facts |= FACT.findall(text)
        try:
            while (reply := self.answered()).stop_reason == "tool_use":
                content = [self.run_tool(block) for block in reply.content if block.type == "tool_use"]
                self.list.append({"role": "user", "content": content})
                self.order = current_order(self.list) or self.order
        except anthropic.APIError:
            self.list, self.facts, self.order = kept
            raise
        return "".join(block.text for block in reply.content if block.type == "text")

    def answered(self):
        system = self.system
        if self.facts or self.order:
            lines = [f"[customer] {name}: {value}" for name, value in self.facts.items()]
            lines += [f"[tool] order: {self.order}"] if self.order else []
            system += "\n\n<known_facts>\n" + "\n".join(lines) + "\n</known_facts>"
        fields = dict(system=system, tools=self.tools)
        for keep_recent in (8, 4, 2, 1):
            if request_tokens(self.list, model=MODELS[MODEL], **fields) < self.budget:
                break
            window = dict(window=self.budget, max_tokens=500, words=40)
            told = summarize(self.list, self.client, model=MODEL, keep_recent=keep_recent, **window)
            self.list = [
                {**message, "content": re.sub(r"\b3[12]\d\d\b", "an order", text_of(message))}
                if place == 0 and told.summary
                else message
                for place, message in enumerate(told.messages)
            ]
        reply = self.client.messages.create(model=MODEL, max_tokens=1024, messages=self.list, **fields)
        self.list.append({"role": "assistant", "content": reply.content})
        return reply
