"""Fails: test_the_same_facts_make_the_same_prompt

Sorts the names as they are written in the prompt, and not as sorted(facts) does.
"""


def clean(text):
    text = " ".join(text.split())
    return text.replace("<", "&lt;").replace(">", "&gt;")


def build_system(base: str, facts: dict[str, str]) -> str:
    if not facts:
        return base
    lines = [f"{clean(name)}: {clean(facts[name])}" for name in sorted(facts, key=clean)]
    block = "\n".join(["<known_facts>", *lines, "</known_facts>"])
    return base + "\n\n" + block
