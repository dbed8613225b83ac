"""Fails: test_the_facts_stand_in_their_tags

Puts the tags and the facts into one line when there is a single fact.
"""


def one_line(text):
    return " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if not facts:
        return base
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    if len(lines) == 1:
        return f"{base}\n\n<known_facts>{lines[0]}</known_facts>"
    return "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
