"""Fails: test_the_last_word_on_a_name_counts

Takes each told fact for known at once, so a change and its return are both told.
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
    new = []
    for fact in told:
        name, value = parts(fact)
        if values.get(name) != value:
            values[name] = value
            new.append(fact)
    return new
