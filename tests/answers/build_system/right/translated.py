"""Translates the characters with a table, and joins what there is."""

import re

_TABLE = str.maketrans({"<": "&lt;", ">": "&gt;"})


def _line(fact):
    name, value = (re.sub(r"\s+", " ", text).strip().translate(_TABLE) for text in fact)
    return f"{name}: {value}"


def build_system(base, facts, tag="known_facts"):
    names = sorted(facts)
    block = [f"\n\n<{tag}>", *(_line((name, facts[name])) for name in names), f"</{tag}>"]
    return base + "\n".join(block) * bool(names)
