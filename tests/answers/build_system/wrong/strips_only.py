"""Fails: test_a_fact_is_one_line

Takes the white space at the ends away, and not what stands between.
"""


def one_line(text):
    return text.strip().replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if not facts:
        return base
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    return "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
