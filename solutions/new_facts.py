"""Why this is the answer.

A dict from name to value keeps the last word on each name by itself, for known facts and for told ones. It compares
what `plain` makes of a text, and returns the text as it was told: one form is for comparing, the other for keeping.
"""

import re


def plain(text: str) -> str:
    """Return a text without what is only wording: case, white space, and punctuation at the end."""
    return " ".join(text.casefold().split()).rstrip(" .,;:!?")


def parts(fact: str) -> tuple[str, str]:
    """Return the name and the value of a fact, as they are compared."""
    name, value = re.split(r":\s", fact, maxsplit=1)
    return plain(name), plain(value)


def new_facts(known: list[str], told: list[str]) -> list[str]:
    """Return what of the told facts is new or changed."""
    values = dict(map(parts, known))
    last = {parts(fact)[0]: place for place, fact in enumerate(told)}
    return [
        fact
        for place, (fact, (name, value)) in enumerate(zip(told, map(parts, told), strict=True))
        if last[name] == place and values.get(name) != value
    ]
