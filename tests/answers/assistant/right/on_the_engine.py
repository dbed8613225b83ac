"""The engine keeps the conversation whole; what is sent is cut rarely, and facts are read from the whole history."""

import re

import anthropic

from turnkeeper import Conversation
from turnkeeper.memory import KnownFacts, current_order, place_facts
from turnkeeper.messages import starts_turn, text_of
from turnkeeper.trimming import cut_rarely

FACT = re.compile(r"\bmy ([a-z ]+?) is ([^.?]+)\.", re.IGNORECASE)


def known_in(history):
    facts = KnownFacts()
    for message in filter(starts_turn, history):
        for name, value in FACT.findall(text_of(message)):
            facts = facts.remember(name, value, source="customer")
    order = current_order(history)
    return facts.remember("order", order, source="tool") if order else facts


class Assistant:
    def __init__(self, client, system, tools, run_tool, budget):
        room = dict(system=system, tools=tools, reserve=560)

        def build_system(history):
            return place_facts(known_in(history), history, place="system", system=system).system

        self.conversation = Conversation(
            client,
            system=system,
            tools=tools,
            run_tool=run_tool,
            build_system=build_system,
            pick_history=lambda history: cut_rarely(history, budget, budget - 100, **room),
        )

    def send(self, text):
        try:
            return self.conversation.send(text)
        except anthropic.APIError:
            if self.conversation.is_open:
                self.conversation.undo()
            raise
