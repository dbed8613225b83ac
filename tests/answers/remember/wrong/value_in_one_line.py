"""Fails: test_the_value_is_kept_as_it_was_said

Joins the words of a value with one space each.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), " ".join(value.split())
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    return {**facts, name: value}
