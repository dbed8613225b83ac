"""Fails: test_the_facts_stand_in_their_tags

Lets names that are written alike in the end become one fact.
"""


def clean(text):
    text = " ".join(text.split())
    return text.replace("<", "&lt;").replace(">", "&gt;")


def build_system(base: str, facts: dict[str, str]) -> str:
    if not facts:
        return base
    facts = {clean(n): facts[n] for n in sorted(facts)}
    lines = [f"{name}: {clean(facts[name])}" for name in facts]
    block = "\n".join(["<known_facts>", *lines, "</known_facts>"])
    return base + "\n\n" + block
