"""Exercise `window_with_anchor`: the newest turns, and how it all began.

Write `window_with_anchor(messages, n)`. It returns a new list: the anchor
if there is one, and behind it the window.

The window is the newest whole turns of the history, as many as have `n`
messages or fewer together. The newest turn always stays, whole, also
when it alone has more than `n` messages. (The engine's function of this
name goes further, and shortens such a turn.)

- A turn starts at a message of the user that holds no tool_result, and
  runs up to the next such message. It may end with the user's message,
  with results, or with a reply.
- A history of `n` messages or fewer comes back whole, with whatever
  stands in front of its first turn. What stands there is else dropped.

The anchor is two messages in front of the window, which do not count for
`n`: of the first turn that has a plain reply, the message that starts it
and the first plain reply in it. What stands between the two is left out.

- A plain reply is a message of the assistant that holds no tool_use, and
  a text that is more than white space.
- When that turn is in the window, or no turn has a plain reply, there is
  no anchor, and only the window comes back.

So what comes back is valid on every platform when the history is.

- A content is a string, or a list of blocks: mappings, or the SDK's
  objects. An image or a text block starts a turn like a string does.
- `n` less than 1 is a ValueError, whatever the history.
- The list you are given stays as it is, and the list you return is
  always another one. The messages in it are those of the history.

With u for a message of the user, and a for a plain reply:

    history = [u0, a0, u1, a1, u2, a2, u3]
    window_with_anchor(history, 4)  # [u0, a0, u2, a2, u3]
    window_with_anchor(history, 5)  # [u0, a0, u1, a1, u2, a2, u3]
    window_with_anchor(history, 7)  # all 7

`types_of(message)`, `text_of(message)` and `turns(messages)` from
`turnkeeper.messages` may help: the types of a message's blocks, its text,
and the turns of a history.
"""

from turnkeeper.messages import Message


def window_with_anchor(messages: list[Message], n: int) -> list[Message]:
    """Return the newest whole turns within n messages, behind the question and the plain reply that began it all."""
    raise NotImplementedError
