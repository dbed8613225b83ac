"""Fails: test_the_newest_value_wins

Takes a fact that is told again for a mistake, and drops it.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    if facts.get(name) == value:
        return {other: said for other, said in facts.items() if other != name}
    return {**facts, name: value}
