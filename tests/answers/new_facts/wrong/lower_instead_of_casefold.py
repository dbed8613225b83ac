"""Fails: test_case_does_not_count

Uses lower(), which leaves an ß as it is.
"""

import re


def plain(text):
    return " ".join(text.lower().split()).rstrip(" .,;:!?")


def parts(fact):
    name, value = re.split(r":\s", fact, maxsplit=1)
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
