"""Fails: test_punctuation_at_the_end_does_not_count

Takes one character off the end.
"""

import re


def plain(text):
    text = " ".join(text.casefold().split())
    return text[:-1] if text[-1:] and text[-1] in ".,;:!?" else text


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
