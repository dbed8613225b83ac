"""Fails: test_the_given_facts_are_left_alone

Takes the old value out of the dict it was given.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    facts.pop(name, None)
    return {**facts, name: value}
