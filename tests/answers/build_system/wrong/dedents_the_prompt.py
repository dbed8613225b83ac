"""Fails: test_the_base_stays_as_it_is

Takes the indentation out of the whole prompt, and with it what stands in empty lines of the base.
"""

import textwrap


def clean(text):
    text = " ".join(text.split())
    return text.replace("<", "&lt;").replace(">", "&gt;")


def build_system(base: str, facts: dict[str, str]) -> str:
    if not facts:
        return base
    lines = [f"{clean(name)}: {clean(facts[name])}" for name in sorted(facts)]
    block = "\n".join(["<known_facts>", *lines, "</known_facts>"])
    return textwrap.dedent(base + "\n\n" + block)
