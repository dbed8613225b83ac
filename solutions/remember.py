"""Why this is the answer.

A dict holds each name once, so the newest value wins by itself, as long as one name is written in one way: that is
what the first line is for. The new dict is built from the old one, which stays as it is for whoever still holds it.
A blank value is refused rather than stored, since it would replace something known with nothing.
"""


def remember(facts: dict[str, str], name: str, value: str) -> dict[str, str]:
    """Return the facts with one more, or with a newer value."""
    name, value = " ".join(name.split()).lower(), value.strip()
    if not name or not value:
        raise ValueError(f"a fact has a name and a value, not {name!r} and {value!r}")
    return {**facts, name: value}
