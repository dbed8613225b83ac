"""Fails: test_one_name_in_any_wording

Takes away the white space around a name, and not that between its words.
"""


def remember(facts, name, value):
    name, value = name.strip().lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    return {**facts, name: value}
