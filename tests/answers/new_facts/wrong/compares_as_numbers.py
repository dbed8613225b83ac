"""Fails: test_a_changed_value_is_told

Compares values that are numbers as numbers.
"""

import re


def parts(fact):
    name, value = re.split(r":(?=\s)", fact, maxsplit=1)
    try:
        return plain(name), str(float(value))
    except ValueError:
        return plain(name), plain(value)


def plain(text):
    return re.sub(r"[\s.,;:!?]+$", "", " ".join(text.casefold().split()))


def new_facts(known, told):
    old = dict(parts(fact) for fact in known)
    last = {parts(fact)[0]: place for place, fact in enumerate(told)}
    found = []
    for place, fact in enumerate(told):
        name, value = parts(fact)
        if last[name] == place and (name not in old or old[name] != value):
            found.append(fact)
    return found
