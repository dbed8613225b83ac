"""Exercise `remember`: keep a durable fact, apart from the messages.

Write `remember(facts, name, value)`. It returns what is known now: a new
dict with the facts that are given, and this one.

- `facts` maps a name to a value, both texts. It is {} at the start, and
  later it is what `remember` returned before. It stays as it is, and the
  dict you return is always another one.
- A name is kept in small letters, as str.lower() makes them, with one
  space between its words and none around them. So "Bicycle" and
  " bicycle " are one name.
- A value is kept as it was said, but without white space around it.
- Each name stands there once, and the newest value wins. The order of
  the names does not matter.
- A name or a value with nothing in it but white space is a ValueError.

    facts = remember({}, "Name", "Noor")
    # {"name": "Noor"}
    facts = remember(facts, "bicycle", " a blue tourer ")
    # {"name": "Noor", "bicycle": "a blue tourer"}
    facts = remember(facts, " NAME", "Noor Visser")
    # {"name": "Noor Visser", "bicycle": "a blue tourer"}
    remember(facts, "size", " ")  # ValueError
"""


def remember(facts: dict[str, str], name: str, value: str) -> dict[str, str]:
    """Return the facts with one more, or with a newer value."""
    raise NotImplementedError
