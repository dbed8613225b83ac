"""Fails: test_a_new_fact_is_added

Drops the oldest fact when there are more than six.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    known = {**facts, name: value}
    if len(known) > 6 and name not in facts:
        known.pop(next(iter(known)))
    return known
