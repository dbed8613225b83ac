"""Fails: test_the_given_facts_are_left_alone

Keeps the facts in one dict of the module, and returns that.
"""

_KNOWN = {}


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    _KNOWN.clear()
    _KNOWN.update(facts)
    _KNOWN[name] = value
    return _KNOWN
