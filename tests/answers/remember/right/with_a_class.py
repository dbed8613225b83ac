"""A dict of its own kind, which knows how a name is written; the newest fact comes first."""


class Known(dict):
    def __setitem__(self, name, value):
        name = " ".join(name.lower().split())
        value = value.strip()
        if "" in (name, value):
            raise ValueError("blank")
        super().__setitem__(name, value)


def remember(facts, name, value):
    known = Known()
    known[name] = value
    for old, said in facts.items():
        if old not in known:
            known[old] = said
    return known
