"""Exercise `processed`: what a whole conversation costs in tokens.

Every turn of this conversation sends all that was said before. All
three arguments are whole numbers:

- `turns`: how many turns the conversation has.
- `system`: tokens of the system prompt, which stands in every request.
- `turn`: tokens that one turn adds, the question and its reply together.

On turn 1 the model works through `system + turn` tokens: it reads the
instructions and the question, and writes the reply. On turn 2 it works
through the instructions and two turns, on turn 3 the instructions and
three turns, and so on. Return the sum over all turns, as a whole number
(an `int`).

With 0 turns, nothing was processed: 0. When one of the three numbers is
less than 0, raise a `ValueError`.

There may be 100,000 turns, and the sum may have any size. One loop over
the turns is quick enough. A loop inside a loop is not, and a function
that calls itself for every turn does not get that far.

    processed(3, 1000, 200)  # 1200 + 1400 + 1600 = 4200
"""


def processed(turns: int, system: int, turn: int) -> int:
    """Return the tokens that the model works through in the whole conversation."""
    raise NotImplementedError
