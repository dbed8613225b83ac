"""Fails: test_the_newest_value_wins

Lets the value that is known stand.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    return {name: value, **facts}
