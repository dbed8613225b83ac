"""Exercise `build_system`: tell the model what is known.

Write `build_system(base, facts)`. It returns the system prompt of a call.

- `base` is the text of your instructions. `facts` maps a name to a
  value, both texts with at least one word, such as {"name": "Noor"}.
- Without facts the system prompt is `base`, exactly.
- With facts it is `base`, exactly, whatever stands in it; two line
  breaks, which leave an empty line; the line <known_facts>; a line
  "name: value" for each fact; and the line </known_facts>, with no line
  break behind it.
- The lines stand in the order of the names, as sorted(facts) gives it.
  So the same facts make the same prompt, byte for byte, in whatever
  order they were learnt.
- A fact is one line: in its name and its value each run of white space,
  line breaks among it, becomes one space, and at both ends it goes.
- No fact can end the block: in names and values "<" is written as "&lt;"
  and ">" as "&gt;". Nothing else is rewritten, also not "&".
- The facts you are given stay as they are.

    base = "You answer the customers of a workshop."
    build_system(base, {"name": "Noor", "bicycle": " a  blue tourer"})
    # You answer the customers of a workshop.
    #
    # <known_facts>
    # bicycle: a blue tourer
    # name: Noor
    # </known_facts>
    build_system(base, {})  # base
"""


def build_system(base: str, facts: dict[str, str]) -> str:
    """Return a system prompt: the instructions, and the facts in their tags."""
    raise NotImplementedError
