"""Fails: test_the_value_is_kept_as_it_was_said

Keeps the white space around a value.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value
    if not name or not value.strip():
        raise ValueError("a fact has a name and a value")
    return {**facts, name: value}
