"""Fails: test_a_blank_is_refused

Takes a blank value as the wish to forget the name.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if name and not value:
        return {other: said for other, said in facts.items() if other != name}
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    return {**facts, name: value}
