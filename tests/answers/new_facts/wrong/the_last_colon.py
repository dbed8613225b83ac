"""Fails: test_the_name_ends_at_the_first_colon_with_white_space

Parts at the last colon with white space.
"""

import re


def plain(text):
    return " ".join(text.casefold().split()).rstrip(" .,;:!?")


def parts(fact):
    *names, value = re.split(r":\s", fact.strip())
    name = ": ".join(names)
    if not value.strip() or not names:
        name, value = fact.split(":", 1)
    return plain(name), plain(value)


def new_facts(known, told):
    values = {}
    for fact in known:
        name, value = parts(fact)
        values[name] = value
    last = {}
    for fact in told:
        name, value = parts(fact)
        last.pop(name, None)
        last[name] = (value, fact)
    return [fact for name, (value, fact) in last.items() if name not in values or values[name] != value]
