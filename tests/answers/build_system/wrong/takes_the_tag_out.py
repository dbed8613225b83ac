"""Fails: test_no_fact_ends_the_block

Takes the closing tag out of a text, and escapes nothing.
"""


def one_line(text):
    return " ".join(text.split()).replace("</known_facts>", "")


def build_system(base, facts):
    if not facts:
        return base
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    return "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
