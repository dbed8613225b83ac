"""Fails: test_the_same_facts_make_the_same_prompt

Puts long names last.
"""


def one_line(text):
    return " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if not facts:
        return base
    lines = [
        f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts, key=lambda name: (len(name) > 10, name))
    ]
    return "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
