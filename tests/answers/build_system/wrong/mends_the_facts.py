"""Fails: test_each_call_stands_by_itself

Writes the mended values back into the facts.
"""


def one_line(text):
    return " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if not facts:
        return base
    for name in facts:
        facts[name] = " ".join(facts[name].split())
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    return "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
