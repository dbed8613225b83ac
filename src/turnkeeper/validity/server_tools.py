"""Tools that the API runs itself: call and result stand in the assistant's turns.

A call may wait for its result at the end of the history (`pause_turn`), and while the caller's own tools are answered.
"""

from collections.abc import Iterator

from turnkeeper.validity.history import History, at
from turnkeeper.validity.problem import Problem
from turnkeeper.validity.turns import Placed, Turn

CALLS = ("server_tool_use", "mcp_tool_use")


def is_result(kind: str) -> bool:
    """Tell whether blocks of a type hold the result of a tool that the API ran."""
    return kind.endswith("_tool_result")


def is_server_tool(kind: str) -> bool:
    """Tell whether blocks of a type are calls or results of tools that the API runs."""
    return kind in CALLS or is_result(kind)


def answered(history: History) -> set[object]:
    """Return the ids of the calls that have a result anywhere."""
    results = (found for kind, found in history.kinds.items() if is_result(kind))
    return {placed.block.get("tool_use_id") for found in results for _, placed in found}


def without_result(history: History) -> Iterator[Problem]:
    """Find calls whose result comes nowhere behind them."""
    if history.malformed:
        return  # it may be in there
    waiting: dict[str, tuple[Turn, Placed]] = {}
    for place, turn in _turns(history):
        for placed in turn.blocks:
            if is_result(placed.type):
                waiting.pop(_id(placed, "tool_use_id"), None)
            if placed.type in CALLS and not _may_wait(history, place):
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
            elif is_result(placed.type) and (id := _id(placed, "tool_use_id")) not in called:
                call = "mcp_tool_use" if placed.type == "mcp_tool_result" else "server_tool_use"
                message = (
                    f"{turn.path(placed)}: unexpected `tool_use_id` found in `{placed.type}` blocks: {id}. Each "
                    f"`{placed.type}` block must have a corresponding `{call}` block before it."
                )
                mend = f"Keep the {call} with the id {id} in front of its result, or leave both out."
                yield at("server_tool_result_without_use", placed, message, mend, (id,))


def _turns(history: History) -> list[tuple[int, Turn]]:
    """Return the turns with their places, none where there is nothing of a server tool."""
    return list(enumerate(history.turns)) if any(map(is_server_tool, history.kinds)) else []


def _id(placed: Placed, key: str) -> str:
    return str(placed.block.get(key))


def _may_wait(history: History, place: int) -> bool:
    """Tell whether the calls of a turn may be open: nothing follows, or at the very end the results of other calls."""
    rest = history.turns[place + 1 : place + 3]
    return not rest or (len(rest) == 1 and all(placed.type == "tool_result" for placed in rest[0].blocks))


def _result_type(placed: Placed) -> str:
    if placed.type == "mcp_tool_use":
        return "mcp_tool_result"
    name = str(placed.block.get("name"))
    return "tool_search_tool_result" if name.startswith("tool_search_tool") else f"{name}_tool_result"
