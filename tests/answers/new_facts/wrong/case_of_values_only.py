"""Fails: test_case_does_not_count

Makes the values small, and leaves the names as they are.
"""

import re


def plain(text):
    return " ".join(text.casefold().split()).rstrip(" .,;:!?")


def parts(fact):
    name, value = re.split(r":\s", fact, maxsplit=1)
    small = plain(name)
    return small if any(c in name for c in " :") and name[0].islower() else " ".join(name.split()).rstrip(
        " .,;:!?"
    ), plain(value)


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
