"""Fails: test_a_new_fact_is_added

Keeps the first fact and the new one only, when the name is new.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    if name in facts:
        return {**facts, name: value}
    return {**dict(list(facts.items())[:2]), name: value}
