"""Uses the engine's KnownFacts, and gives back a dict."""

from turnkeeper import KnownFacts


def remember(facts, name, value):
    name = " ".join(name.split()).lower()
    known = KnownFacts()
    for old, said in [*facts.items(), (name, value.strip())]:
        known = known.remember(old, said, source="customer")
    told = {fact.name: fact.value for fact in known}
    return told
