"""Fails: test_without_facts_it_is_the_base

Says in the tags that nothing is known.
"""


def one_line(text):
    return " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if not facts:
        return base + "\n\n<known_facts>\nnothing\n</known_facts>"
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    return "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
