"""Fails: test_one_name_in_any_wording

Joins the words of a name with nothing between them.
"""


def remember(facts: dict[str, str], name: str, value: str) -> dict[str, str]:
    name = "".join(name.lower().split())
    value = value.strip()
    if not name or not value:
        raise ValueError("a fact needs a name and a value")
    known = dict(facts)
    known[name] = value
    return known
