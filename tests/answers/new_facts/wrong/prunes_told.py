"""Fails: test_the_texts_come_back_as_they_were_told

Takes what is told again later out of the caller's list.
"""

import re


def parts(fact):
    name, value = re.split(r":(?=\s)", fact, maxsplit=1)
    return plain(name), plain(value)


def plain(text):
    return re.sub(r"[\s.,;:!?]+$", "", " ".join(text.casefold().split()))


def new_facts(known, told):
    old = dict(parts(fact) for fact in known)
    last = {parts(fact)[0]: place for place, fact in enumerate(told)}
    for place in reversed(range(len(told))):
        if last[parts(told[place])[0]] != place:
            del told[place]
    last = {parts(fact)[0]: place for place, fact in enumerate(told)}
    found = []
    for place, fact in enumerate(told):
        name, value = parts(fact)
        if last[name] == place and (name not in old or old[name] != value):
            found.append(fact)
    return found
