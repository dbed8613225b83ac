"""Adds line to line."""


def _clean(text):
    text = " ".join(text.split())
    return text.replace("<", "&lt;").replace(">", "&gt;")


def build_system(base, facts):
    if len(facts) == 0:
        return base
    prompt = base + "\n\n<known_facts>\n"
    for name, value in sorted(facts.items()):
        prompt += _clean(name) + ": " + _clean(value) + "\n"
    return prompt + "</known_facts>"
