"""Fails: test_the_value_is_kept_as_it_was_said

Escapes the value, which is the work of whoever writes the prompt.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip().replace("<", "&lt;")
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    return {**facts, name: value}
