"""Goes through the told facts from the end, and turns the result round."""


def tidy(text):
    text = text.casefold().strip()
    while text and text[-1] in ".,;:!?":
        text = text[:-1].rstrip()
    return " ".join(text.split())


def halves(fact):
    for place, letter in enumerate(fact):
        if letter == ":" and fact[place + 1 : place + 2].isspace():
            return tidy(fact[:place]), tidy(fact[place + 1 :])
    return tidy(fact), ""


def new_facts(known, told):
    now = dict(halves(fact) for fact in known)
    seen, new = set(), []
    for fact in reversed(told):
        name, value = halves(fact)
        if name in seen:
            continue
        seen.add(name)
        if now.get(name) != value:
            new.append(fact)
    return new[::-1]
