"""Fails: test_a_blank_is_refused

Refuses an empty text, and takes one of white space.
"""


def remember(facts, name, value):
    given, said = name, value
    name, value = " ".join(name.split()).lower(), value.strip()
    if not given or not said:
        raise ValueError("a fact has a name and a value")
    return {**facts, name: value}
