"""Fails: test_each_call_stands_by_itself

Returns the last prompt of the same base when nothing is known.
"""

_DONE = {}


def one_line(text):
    return " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if not facts:
        return _DONE.get(base, base)
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    _DONE[base] = "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
    return _DONE[base]
