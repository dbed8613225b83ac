"""Fails: test_the_given_facts_are_left_alone

Returns the dict it was given when the fact is known.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    if facts.get(name) == value:
        return facts
    return {**facts, name: value}
