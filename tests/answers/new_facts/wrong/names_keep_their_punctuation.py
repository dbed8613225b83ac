"""Fails: test_punctuation_at_the_end_does_not_count

Takes the punctuation off the values alone.
"""

import re


def plain(text):
    return " ".join(text.casefold().split()).rstrip(" .,;:!?")


def parts(fact):
    name, value = re.split(r":\s", fact, maxsplit=1)
    return " ".join(name.casefold().split()), plain(value)


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
