"""Fails: test_a_blank_is_refused

Raises a KeyError.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise KeyError("a fact has a name and a value")
    return {**facts, name: value}
