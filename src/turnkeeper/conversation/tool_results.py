"""From a call to its result: whatever a tool returns or raises, the result is one that the history can hold."""

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any

from turnkeeper.conversation.content import copied, plain_json
from turnkeeper.faults import named
from turnkeeper.messages import Block, well_formed
from turnkeeper.validity import check_history

RunTool = Callable[[dict[str, Any]], object]
"""A function from a `tool_use` block to its result: a `tool_result` block, a text, or anything that JSON can hold."""

UNKNOWN = "It is not known whether this call ran: the program was interrupted. Find out before you call it again."
"""What the model is told of a call that was begun, and whose outcome was lost."""
NOT_RUN = "This call was not run: the limit of model calls in one turn was reached."
"""What the model is told of the calls it made when the limit was reached."""

# The model gets one sentence. The traceback is for the program's own log.
LOG = logging.getLogger("turnkeeper.conversation")


def result_of(call: Block, run_tool: RunTool) -> Block:
    """Run a call, and return its result: with `is_error` when the tool raises, or returns what no result can hold.

    Args:
        call: The `tool_use` block. The tool gets a copy of its own.
        run_tool: The function that runs it.

    Returns:
        A `tool_result` block as plain JSON, for this call. What is no such block and no text stands in it as JSON.
        Half a surrogate pair, which no request can hold, becomes a question mark.
    """
    try:
        result = _block(call, run_tool(copied(call)))
    except Exception as error:
        LOG.warning("The tool %s failed", call["name"], exc_info=error)
        return error_result(call, f"The tool {call['name']} failed: {named(error)}")
    asked = [{"role": "user", "content": "?"}, {"role": "assistant", "content": [call]}]
    problems = check_history([*asked, {"role": "user", "content": [result]}], target="strict")
    if problems:
        told = f"The tool {call['name']} returned what no result can hold: {problems[0].message}"
        LOG.warning(told)
        return error_result(call, told)
    return result


def error_result(call: Block, told: str) -> Block:
    """Return the result of a call that failed or was not run.

    Args:
        call: The `tool_use` block.
        told: What the model is told.
    """
    return {"type": "tool_result", "tool_use_id": call["id"], "content": well_formed(told), "is_error": True}


def _block(call: Block, returned: object) -> Block:
    if isinstance(returned, Mapping) and returned.get("type") == "tool_result":
        block: dict[str, Any] = plain_json({**returned, "tool_use_id": call["id"]})
        return block
    told = returned if isinstance(returned, str) else json.dumps(returned, ensure_ascii=False, allow_nan=False)
    return {"type": "tool_result", "tool_use_id": call["id"], "content": well_formed(told)}
