"""Copies the facts one by one, and sets the new one at the end."""


def remember(facts, name, value, *, least=1):
    key = " ".join(name.lower().split())
    said = value.strip()
    if len(key) < least or len(said) < least:
        raise ValueError("a fact has a name and a value")
    known = {}
    for old in facts:
        known[old] = facts[old]
    known[key] = said
    return known
