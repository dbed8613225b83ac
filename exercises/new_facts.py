"""Exercise `new_facts`: tell what is new from what is said again.

Write `new_facts(known, told)`. Both are lists of facts, each a text
"name: value", such as "limit: 90 euros". It returns a new list: those of
`told` that are new or changed.

- The name ends before the first colon that white space follows; the value
  is what stands behind it. So the value of "hours: 9:00 to 18:00" is
  "9:00 to 18:00". Every fact has such a colon, a name and a value.
- A fact is new when its name is not among those of `known`. It is changed
  when its name is known, and its value is another than the known one.
- Names, and values, are compared without their wording: upper and lower
  case does not count (compare them as str.casefold() makes them), nor
  does white space in front or behind, nor how much white space stands
  between two words, nor do any of the characters . , ; : ! ? at the end,
  one or several, with or without white space among them ("Noor !" is
  "Noor"). All else counts: "1.5" is not "15", "7" is not "seven".
- The last word on a name counts. When a name stands in `known` more than
  once, its last value is the known one. When a name stands in `told` more
  than once, only the last of these facts is looked at.
- What is returned is the very texts of `told`, in their order.
- Both lists stay as they are, and the list you return is another one.

    known = ["name: Noor", "limit: 90 euros"]
    told = ["Name: noor.", "limit: 120 euros", "day: Friday"]
    new_facts(known, told)  # ["limit: 120 euros", "day: Friday"]
    new_facts(known, ["limit: 120 euros", "limit: 90 euros"])  # []
"""


def new_facts(known: list[str], told: list[str]) -> list[str]:
    """Return what of the told facts is new or changed."""
    raise NotImplementedError
