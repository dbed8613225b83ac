"""Fails: test_the_facts_stand_in_their_tags

Calls the tag facts.
"""


def one_line(text):
    return " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if not facts:
        return base
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    return "\n".join([base, "", "<facts>", *lines, "</facts>"])
