"""Exercise `current_order`: the order that the tools have confirmed last.

Write `current_order(messages)`. It returns the number of the order that
a conversation is about, as text, or None when no tool has confirmed one.

- Only tool results count: blocks of the type "tool_result" in a
  message's content. What anybody typed does not, nor does the input of a
  call, whatever it looks like.
- A result whose is_error is true does not count. False counts as no
  error, and so does a missing is_error.
- The content of a result is a string, or a list of blocks, or missing.
  A string is one text. In a list, each block of the type "text" is a
  text of its own; other blocks, such as images, are skipped.
- A text names an order when it is JSON, the JSON is an object, and the
  object has a text under "order", such as {"order": "3107"}. The number
  is that text, unchanged; it need not be four digits. Any other text
  names none: words, JSON that is a list or a number, an object without
  "order" or with something else under it (a number, null, an object).
- Results are read in the order of the history. When several texts name
  an order, the last of them counts: the latest message, in it the last
  result, in that the last text.
- Each call looks at the list as it then is, and leaves it as it is.

A message's content is a string or a list of blocks: mappings, or the
SDK's objects. `blocks(message)` from `turnkeeper.messages` returns the
blocks of a message as mappings, and `blocks(result)` does the same for
the content of a result, as mappings with "type" and so on.

    history = [
        {"role": "user", "content": "Is order 3107 ready? Or 3170?"},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "a", "name": "look_up",
             "input": {"order": "3107"}},
            {"type": "tool_use", "id": "b", "name": "look_up",
             "input": {"order": "3170"}},
        ]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "a",
             "content": '{"order": "3107", "status": "ready"}'},
            {"type": "tool_result", "tool_use_id": "b",
             "content": "There is no order 3170.", "is_error": True},
        ]},
    ]
    current_order(history)  # "3107"
"""

from turnkeeper.messages import Message


def current_order(messages: list[Message]) -> str | None:
    """Return the number of the order that a tool result confirmed last, None when none did."""
    raise NotImplementedError
