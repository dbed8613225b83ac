"""Fails: test_one_name_in_any_wording

Takes hyphens out of a name as well.
"""


def remember(facts, name, value):
    name, value = " ".join(name.replace("-", " ").split()).lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    return {**facts, name: value}
