"""Fails: test_the_value_is_kept_as_it_was_said

Turns a value of digits into a number.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    return {**facts, name: int(value) if value.isdigit() else value}
