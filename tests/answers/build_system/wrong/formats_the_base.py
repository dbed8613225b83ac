"""Fails: test_the_base_stays_as_it_is

Replaces a name in braces in the base by the fact.
"""


def one_line(text):
    return " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if not facts:
        return base
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    for name in facts:
        base = base.replace("{" + name + "}", facts[name])
    return "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
