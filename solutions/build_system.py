"""Why this is the answer.

The facts stand behind the instructions, so that these stay the same prefix when a fact changes. Sorting makes the
prompt depend on the facts alone, and not on the order in which they were learnt: the cache compares bytes. What a
customer said ends up in the place that the model trusts most, so each fact is held in one line, and cannot close the
tag.
"""


def one_line(text: str) -> str:
    """Return a text in one line, in which no tag can begin or end."""
    return " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")


def build_system(base: str, facts: dict[str, str]) -> str:
    """Return a system prompt: the instructions, and the facts in their tags."""
    if not facts:
        return base
    lines = [f"{one_line(name)}: {one_line(facts[name])}" for name in sorted(facts)]
    return "\n".join([base, "", "<known_facts>", *lines, "</known_facts>"])
