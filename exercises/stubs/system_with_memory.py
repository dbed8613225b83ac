"""Exercise `system_with_memory`: tell the model what is known.

Write `system_with_memory(base, messages)`. It returns the system prompt
for the next call, as text.

- `base` is the system prompt without a memory, a text. `messages` is the
  whole history. The order that is remembered is the one that
  `current_order(messages)` from `turnkeeper` returns: the latest one that
  a tool result confirmed.
- When there is no such order, `base` comes back as it is.
- Otherwise `base` comes back word for word, with a tag behind it: it
  begins with <memory>, ends with </memory>, and between the two stands a
  sentence of yours with the order number in it. Between `base` and the
  tag stands white space, with a line break in it, and nothing else. The
  tag ends the text.
- The tag, from < to >, has fewer than 90 characters for every order
  number of up to 12 characters, and names no other order.
- The same base and the same order give the same text, to the letter,
  however long the history has become: the prompt cache needs that.
- The list you are given stays as it is.

    base = "You answer for a bicycle workshop."
    system_with_memory(base, history)
    # You answer for a bicycle workshop.
    #
    # <memory>
    # The customer speaks of order 3107.
    # </memory>

Your sentence may be another one.
"""

from turnkeeper.messages import Message


def system_with_memory(base: str, messages: list[Message]) -> str:
    """Return the system prompt, with the order that a tool confirmed last at its end."""
    raise NotImplementedError
