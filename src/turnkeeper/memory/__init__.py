"""What is known besides the messages: facts with where they came from, where to put them, and what tools confirmed."""

from turnkeeper.memory.confirmed import current_order, latest_confirmed
from turnkeeper.memory.facts import Fact, KnownFacts, new_facts
from turnkeeper.memory.placing import Place, Placed, place_facts

__all__ = ["Fact", "KnownFacts", "Place", "Placed", "current_order", "latest_confirmed", "new_facts", "place_facts"]
