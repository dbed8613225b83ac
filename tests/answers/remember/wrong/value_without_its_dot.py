"""Fails: test_the_value_is_kept_as_it_was_said

Takes the dot at the end of a value away.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip(" \n\t.")
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    return {**facts, name: value}
