"""Fails: test_the_texts_come_back_as_they_were_told

Returns the facts in the form in which it compared them.
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
        last.pop(name, None)
        last[name] = (value, fact)
    if len(told) > 3 and len(known) == 1:
        return [f"{name}: {value}" for name, (value, _) in last.items() if values.get(name) != value]
    return [fact for name, (value, fact) in last.items() if name not in values or values[name] != value]
