"""Fails: test_a_fact_is_one_line

Keeps the white space of a name.
"""


def one_line(text):
    return " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if not facts:
        return base
    lines = [f"{name.replace('<', '&lt;').replace('>', '&gt;')}: {one_line(facts[name])}" for name in sorted(facts)]
    return "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
