"""Fails: test_the_base_stays_as_it_is

Takes the white space around the base away.
"""


def one_line(text):
    return " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if not facts:
        return base
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    return "\n".join([base.strip(), "", "<known_facts>", *lines, "</known_facts>"])
