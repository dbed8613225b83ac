"""Exercise `clear_tool_results`: old tool results go, and their calls stay.

Write `clear_tool_results(messages, keep=3)`. It returns a new list with
the same messages, in which the old tool results hold a short placeholder
in place of their content.

- The results are the blocks of the type "tool_result". Count them in the
  order in which they stand in the list; several in one message count one
  by one. The last `keep` of them stay as they are. All older ones get
  the placeholder as their content, those with an error too.
- The placeholder is yours. It is one text for all results, whatever they
  held: a string of 1 to 60 characters that is more than white space.
- Of a result only the content is replaced. Its other fields stay:
  tool_use_id, is_error, cache_control and any other.
- All the rest stays: each message, each call with its input, and what
  the user says beside a result. No message and no block goes.
- keep=0 clears all results. When there are no more than `keep`, nothing
  is cleared. A `keep` less than 0 is a ValueError, whatever the history.
- Your function will be called again with what it returned, and with
  newer messages behind that. Then again only the last `keep` results
  have their content, and what was cleared stays as it is.
- The list you are given stays as it is, down to the blocks in it. The
  list you return is always another one. What you do not change in it
  may be the same objects.

A message's content is a string or a list of blocks. A tool_result is
always a mapping, since your own code has made it; other blocks are
mappings or the SDK's objects. A result's content is a string, or a list
of blocks such as texts and images, or it is not there. Whether you also
replace a content that is missing, or not longer than 60 characters, is
your choice: it is not tested.

    history = [
        {"role": "user", "content": "Are 3107 and 3112 ready?"},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "a", "name": "look_up",
             "input": {"order": "3107"}},
            {"type": "tool_use", "id": "b", "name": "look_up",
             "input": {"order": "3112"}},
        ]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "a",
             "content": "a hundred lines about 3107"},
            {"type": "tool_result", "tool_use_id": "b",
             "content": "a hundred lines about 3112"},
        ]},
    ]
    clear_tool_results(history, keep=1)  # the third message is now
    # {"role": "user", "content": [
    #     {"type": "tool_result", "tool_use_id": "a",
    #      "content": "[cleared]"},
    #     {"type": "tool_result", "tool_use_id": "b",
    #      "content": "a hundred lines about 3112"},
    # ]}

`part_of(block, "type")` from `turnkeeper.messages` reads a field of a
mapping and of an SDK object alike.
"""

from turnkeeper.messages import Message


def clear_tool_results(messages: list[Message], keep: int = 3) -> list[Message]:
    """Return a history in which the old tool results hold a placeholder."""
    raise NotImplementedError
