"""Fails: test_no_fact_ends_the_block

Escapes "&" as well.
"""

import html


def one_line(text):
    return html.escape(" ".join(text.split()), quote=False)


def build_system(base, facts):
    if not facts:
        return base
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    return "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
