"""Exercise `place_breakpoints`: mark a request for the cache.

Write `place_breakpoints(request)`. It gets the arguments of
messages.create() in a dict, and returns them in a new dict, with the
marker {"type": "ephemeral"} as `cache_control` in two places:

1. At the end of what is the same for all customers: on the last text
   block of `system` whose text is not empty. When there is none, because
   `system` is missing, "", [] or holds empty texts only, on the last of
   the `tools`. When there are no tools either, nowhere.
2. At the end of the newest message: on the last block of the last
   message. Blocks that cannot be marked are passed over: "thinking",
   "redacted_thinking", and a text block whose text is "". When a message
   has no other, go on with the message before it.

- `system`, or a message's content, may be a string. If it is to be
  marked, it becomes a list of one text block. The string "" is an empty
  text.
- All other markers go, so that there are two at most: those on tools, on
  blocks of `system`, on blocks of messages, on the blocks in a
  tool_result's content, and the `cache_control` of the request itself.
  An old marker in one of the two places becomes the new one.
- Nothing else changes: no other field, no block, no order. A key with
  the name cache_control somewhere else, such as in the `input` of a
  call or in a tool's schema, is no marker. A string may also become a
  text block where nothing is to be marked.
- The dict you are given, and all that is in it, stays as it is. What you
  do not change may be in both.
- A block of a message is a mapping, or one of the SDK's objects, as in
  response.content. Those have no markers. `plain_block(block)` from
  `turnkeeper.messages` makes a mapping of either.

    request = {
        "model": "claude-haiku-5-5",
        "max_tokens": 1024,
        "system": "You answer the customers of a workshop.",
        "messages": [{"role": "user", "content": "When do you close?"}],
    }
    place_breakpoints(request)
    # model and max_tokens as they were, and
    # "system": [{"type": "text",
    #   "text": "You answer the customers of a workshop.",
    #   "cache_control": {"type": "ephemeral"}}]
    # "messages": [{"role": "user", "content": [{"type": "text",
    #   "text": "When do you close?",
    #   "cache_control": {"type": "ephemeral"}}]}]
"""

from typing import Any


def place_breakpoints(request: dict[str, Any]) -> dict[str, Any]:
    """Return the request with a marker behind its stable part, and one at its end."""
    raise NotImplementedError
