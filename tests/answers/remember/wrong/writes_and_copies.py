"""Fails: test_the_given_facts_are_left_alone

Writes into the dict it was given, and returns a copy.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    facts[name] = value
    return dict(facts)
