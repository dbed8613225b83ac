"""Fails: test_one_name_in_any_wording

Looks at the white space between the words of a name only when it is in small letters.
"""


def remember(facts, name, value):
    name, value = " ".join(name.split()).lower() if name.islower() else name.strip().lower(), value.strip()
    if not name or not value:
        raise ValueError("a fact has a name and a value")
    return {**facts, name: value}
