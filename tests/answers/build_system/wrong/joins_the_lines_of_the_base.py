"""Fails: test_the_base_stays_as_it_is

Takes the base apart into lines, and loses how they end.
"""


def clean(text):
    text = " ".join(text.split())
    return text.replace("<", "&lt;").replace(">", "&gt;")


def build_system(base: str, facts: dict[str, str]) -> str:
    if not facts:
        return base
    lines = [f"{clean(name)}: {clean(facts[name])}" for name in sorted(facts)]
    block = "\n".join(["<known_facts>", *lines, "</known_facts>"])
    return "\n".join([*base.splitlines(), "", block])
