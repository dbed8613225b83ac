"""Fails: test_the_newest_value_wins

Takes the new value only when it tells more.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    if len(facts.get(name, "")) > len(value):
        value = facts[name]
    return {**facts, name: value}
