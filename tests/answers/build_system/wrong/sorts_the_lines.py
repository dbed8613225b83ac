"""Fails: test_the_same_facts_make_the_same_prompt

Sorts the finished lines, in which a colon stands behind the name.
"""


def one_line(text):
    return " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if not facts:
        return base
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    lines.sort()
    return "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
