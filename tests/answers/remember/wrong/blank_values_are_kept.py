"""Fails: test_a_blank_is_refused

Looks at the name only.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name:
        raise ValueError("a fact has a name and a value")
    return {**facts, name: value}
