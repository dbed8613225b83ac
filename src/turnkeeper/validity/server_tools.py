"""Tools that the API runs itself: call and result stand in the assistant's turns.

A call may wait for its result at the end of the history (`pause_turn`), and while the caller's own tools are answered.
"""

from collections.abc import Iterator

from turnkeeper.validity.history import History, at
from turnkeeper.validity.problem import Problem
from turnkeeper.validity.turns import Placed, Turn

CALLS = ("server_tool_use", "mcp_tool_use")
RESULTS = (
    "advisor_tool_result",
    "bash_code_execution_tool_result",
    "code_execution_tool_result",
    "mcp_tool_result",
    "text_editor_code_execution_tool_result",
    "tool_search_tool_result",
    "web_fetch_tool_result",
    "web_search_tool_result",
)
KINDS = (*CALLS, *RESULTS)


def answered(history: History) -> set[object]:
    """Return the ids of the calls that have a result anywhere."""
    results = (found for kind, found in history.kinds.items() if kind in RESULTS)
    return {placed.block.get("tool_use_id") for found in results for _, placed in found}


def without_result(history: History) -> Iterator[Problem]:
    """Find calls whose result comes nowhere behind them."""
    if history.malformed:
        return  # it may be in there
    waiting: dict[str, tuple[Turn, Placed]] = {}
    open_from = _open_from(history)
    for place, turn in _turns(history):
        for placed in turn.blocks:
            if placed.type in RESULTS:
                waiting.pop(_id(placed, "tool_use_id"), None)
            if placed.type in CALLS and place < open_from:
                waiting[_id(placed, "id")] = turn, placed
    for id, (turn, placed) in waiting.items():
        name, result = placed.block.get("name"), _result_type(placed)
        message = (
            f"messages.{turn.number}: `{name}` tool use with id `{id}` was found without a corresponding `{result}` "
            "block"
        )
        mend = f"Send the assistant's content back as it came, with the {result} of {id}, or leave the call out."
        yield at("server_tool_use_without_result", placed, message, mend, (id,))


def without_use(history: History) -> Iterator[Problem]:
    """Find results whose call comes nowhere before them."""
    if history.malformed:
        return
    called: set[str] = set()
    for _, turn in _turns(history):
        for placed in turn.blocks:
            if placed.type in CALLS:
                called.add(_id(placed, "id"))
            elif placed.type in RESULTS and (id := _id(placed, "tool_use_id")) not in called:
                call = "mcp_tool_use" if placed.type == "mcp_tool_result" else "server_tool_use"
                message = (
                    f"{turn.path(placed)}: unexpected `tool_use_id` found in `{placed.type}` blocks: {id}. Each "
                    f"`{placed.type}` block must have a corresponding `{call}` block before it."
                )
                mend = f"Keep the {call} with the id {id} in front of its result, or leave both out."
                yield at("server_tool_result_without_use", placed, message, mend, (id,))


def _turns(history: History) -> list[tuple[int, Turn]]:
    """Return the turns with their places, none where there is nothing of a server tool."""
    return list(enumerate(history.turns)) if any(map(history.of, KINDS)) else []


def _id(placed: Placed, key: str) -> str:
    return str(placed.block.get(key))


def _open_from(history: History) -> int:
    """Return the first turn whose calls may wait: nothing follows, or at the very end the results of other calls."""
    last = history.turns[-1:]
    only_results = all(placed.type == "tool_result" for turn in last for placed in turn.blocks)
    return len(history.turns) - 1 - only_results


def _result_type(placed: Placed) -> str:
    if placed.type == "mcp_tool_use":
        return "mcp_tool_result"
    name = str(placed.block.get("name"))
    return "tool_search_tool_result" if name.startswith("tool_search_tool") else f"{name}_tool_result"
