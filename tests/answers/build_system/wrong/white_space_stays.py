"""Fails: test_a_fact_is_one_line

Keeps line breaks and white space.
"""


def one_line(text):
    return text.replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if not facts:
        return base
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    return "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
