"""Fails: test_a_blank_is_refused

Returns the facts as they are for a blank.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        return dict(facts)
    return {**facts, name: value}
