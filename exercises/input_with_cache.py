"""Exercise `input_with_cache`: the price of a conversation, with a cache.

Each turn sends all that was said before, and each request is marked at
its end. So its whole prompt is in the cache when the next one comes.
Nothing expires, and no prompt is too short to be cached.

- `turns`: how many turns the conversation has.
- `system`: tokens of the system prompt.
- `user`: tokens of a question, each of the same length.
- `assistant`: tokens of a reply, likewise.
- `read`: price of a token that is read from the cache, as a multiple of
  the price of plain input. A number, 0.1 when it is not given.
- `write`: price of a token that is written to the cache, likewise. 1.25
  when it is not given.

Turn 1 writes all it sends: the system prompt and the first question.
Every later turn reads all that the turn before it sent, and writes what
is new: the reply to that turn, and its own question.

Return the price of the input of all turns, in base tokens: each token
that is read counts `read`, each that is written counts `write`. The
replies count only where they are sent again. Do not round: a float that
is off by a millionth part is fine, a result that was rounded to whole
tokens is not. With 0 turns it is 0. An int, a float, a Decimal or a
Fraction is fine.

There may be 10,000 turns. One loop over them is quick enough; a function
that calls itself for every turn does not get that far. When one of the
six numbers is less than 0, raise a `ValueError`.

    input_with_cache(3, system=1000, user=20, assistant=80)
    # turn 1: writes 1000 + 20
    # turn 2: reads 1020, writes 80 + 20
    # turn 3: reads 1120, writes 80 + 20
    # 1.25 * (1020 + 100 + 100) + 0.1 * (1020 + 1120) = 1739.0
"""


def input_with_cache(
    turns: int, system: int, user: int, assistant: int, read: float = 0.1, write: float = 1.25
) -> float:
    """Return the price of the whole conversation's input, in base tokens."""
    raise NotImplementedError
