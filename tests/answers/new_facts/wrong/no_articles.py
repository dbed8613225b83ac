"""Fails: test_a_changed_value_is_told

Leaves articles out of the comparison.
"""

import re


def parts(fact):
    name, value = re.split(r":(?=\s)", fact, maxsplit=1)
    return plain(name), plain(value)


def plain(text):
    return re.sub(r"[\s.,;:!?]+$", "", " ".join([w for w in text.casefold().split() if w not in ("a", "the")]))


def new_facts(known, told):
    old = dict(parts(fact) for fact in known)
    last = {parts(fact)[0]: place for place, fact in enumerate(told)}
    found = []
    for place, fact in enumerate(told):
        name, value = parts(fact)
        if last[name] == place and (name not in old or old[name] != value):
            found.append(fact)
    return found
