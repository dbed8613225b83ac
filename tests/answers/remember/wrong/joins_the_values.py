"""Fails: test_the_newest_value_wins

Keeps both values under the name.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    if name in facts and facts[name] != value:
        value = f"{facts[name]}, {value}"
    return {**facts, name: value}
