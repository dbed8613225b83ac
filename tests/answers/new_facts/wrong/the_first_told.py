"""Fails: test_the_last_word_on_a_name_counts

Looks at the first of several facts with one name.
"""

import re


def plain(text):
    return " ".join(text.casefold().split()).rstrip(" .,;:!?")


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
        last.setdefault(name, (value, fact))
    return [fact for name, (value, fact) in last.items() if name not in values or values[name] != value]
