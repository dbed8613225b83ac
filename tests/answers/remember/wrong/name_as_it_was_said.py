"""Fails: test_one_name_in_any_wording

Keeps upper and lower case in a name.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    return {**facts, name: value}
