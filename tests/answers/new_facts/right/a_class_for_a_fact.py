"""A class whose instances are equal when only the wording differs; a tuple comes back."""

import re
import string
from functools import total_ordering

ENDINGS = string.whitespace + ".,;:!?"


@total_ordering
class Wording:
    def __init__(self, text):
        self.words = tuple(re.findall(r"\S+", text.rstrip(ENDINGS).casefold()))

    def __eq__(self, other):
        return self.words == other.words

    def __lt__(self, other):
        return self.words < other.words

    def __hash__(self):
        return hash(self.words)


def split(fact):
    place = re.search(r":(?=\s)", fact).start()
    return Wording(fact[:place]), Wording(fact[place + 1 :])


def new_facts(known, told):
    book = {name: value for name, value in map(split, known)}
    new = []
    for place, fact in enumerate(told):
        name, value = split(fact)
        later = any(split(other)[0] == name for other in told[place + 1 :])
        if not later and (name not in book or book[name] != value):
            new.append(fact)
    return tuple(new)
