"""Why this is the answer.

One list is kept and sent, and it only grows, so each request begins as the one before and is read from the cache. When
it would be too long, it is cut once and deeply, between turns; before the old turns go, one call asks for the facts in
them, and code notes the order that a tool has confirmed. Both stand behind the system prompt, which so changes only
when the cache is lost anyway. A call that fails leaves the list as it was before the turn.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import anthropic

from turnkeeper.memory import KnownFacts, current_order, place_facts
from turnkeeper.messages import Block, Message, starts_turn, text_of
from turnkeeper.models import MODELS
from turnkeeper.tokens import request_tokens
from turnkeeper.trimming import BudgetTooSmall, trim_to_budget

MODEL = "claude-haiku-5-5"
CACHE = {"type": "ephemeral"}
ASKS = 'List the facts that are told here as a JSON object, {"facts": ["name: value"]}, and nothing else.'


class Assistant:
    """Answers at the counter all day, within a budget of tokens for each request."""

    def __init__(
        self,
        client: anthropic.Anthropic,
        system: str,
        tools: Sequence[Mapping[str, Any]],
        run_tool: Callable[[Block], Block],
        budget: int,
    ) -> None:
        self.client, self.system, self.tools, self.run_tool, self.budget = client, system, tools, run_tool, budget
        self.sent: list[Message] = []
        self.facts = KnownFacts()

    def send(self, text: str) -> str:
        """Return the reply to what the customer says."""
        before = self.sent, self.facts
        self.sent = [*self.sent, {"role": "user", "content": text}]
        try:
            while True:
                reply = self._reply()
                self.sent = [*self.sent, {"role": "assistant", "content": reply.content}]
                if reply.stop_reason != "tool_use":
                    return text_of({"content": reply.content})
                results = [self.run_tool(block) for block in reply.content if block.type == "tool_use"]
                self.sent = [*self.sent, {"role": "user", "content": results}]
        except anthropic.APIError:
            self.sent, self.facts = before
            raise

    def _reply(self) -> Any:
        if self._tokens() > self.budget:
            self._cut()
        return self._create(system=self._system(), tools=self.tools, cache_control=CACHE, messages=self.sent)

    def _cut(self) -> None:
        """Drop the oldest turns, and keep what they told."""
        low = (self.budget + self._tokens([])) // 2
        fixed = {"model": MODEL, "system": self._system(), "tools": self.tools}
        try:
            kept = trim_to_budget(self.sent, low, **fixed)
        except BudgetTooSmall as error:  # the newest turn is a long one
            kept = trim_to_budget(self.sent, error.needed, **fixed)
        self.sent, old = kept, self.sent[: len(self.sent) - len(kept)]
        told = "\n".join(text_of(message) for message in old if starts_turn(message))
        reply = self._create(messages=[{"role": "user", "content": f"{ASKS}\n\n{told}"}])
        for fact in json.loads(text_of({"content": reply.content}))["facts"]:
            name, _, value = fact.partition(": ")
            self.facts = self.facts.remember(name, value, source="the customer")
        if order := current_order(old):
            self.facts = self.facts.remember("order", order, source="a tool")

    def _system(self) -> Any:
        return place_facts(self.facts, self.sent, place="system", system=self.system).system

    def _tokens(self, messages: Sequence[Message] | None = None) -> int:
        sent = self.sent if messages is None else messages
        return request_tokens(sent, model=MODELS[MODEL], system=self._system(), tools=self.tools)

    def _create(self, **fields: Any) -> Any:
        return self.client.messages.create(model=MODEL, max_tokens=1024, **fields)
