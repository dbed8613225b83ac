"""Fails: test_the_value_is_kept_as_it_was_said

Writes the value in small letters as well.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip().lower()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    return {**facts, name: value}
