"""Tools that the API runs itself: call and result stand in the assistant's turns.

A call may wait for its result at the end of the history (`pause_turn`), and while the caller's own tools are answered.
"""

from collections.abc import Iterator

from turnkeeper.validity.history import History, Placed, Turn, at
from turnkeeper.validity.pairs import CALLS
from turnkeeper.validity.problem import Problem


def is_result(kind: str) -> bool:
    """Tell whether blocks of a type hold the result of a tool that the API ran."""
    return kind.endswith("_tool_result")


def without_result(history: History) -> Iterator[Problem]:
    """Find calls whose result comes nowhere behind them."""
    if history.malformed:
        return  # it may be in there
    waiting: dict[str, tuple[Turn, Placed]] = {}
    for place, turn in enumerate(history.turns):
        for placed in turn.blocks:
            waiting.pop(_answered(placed), None)
            if placed.type in CALLS and not _may_wait(history, place):
                waiting[str(placed.block.get("id"))] = turn, placed
    for id, (turn, placed) in waiting.items():
        name = str(placed.block.get("name"))
        result = _result_type(placed)
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
    for turn in history.turns:
        for placed in turn.blocks:
            if placed.type in CALLS:
                called.add(str(placed.block.get("id")))
            elif is_result(placed.type) and (id := _answered(placed)) not in called:
                call = "mcp_tool_use" if placed.type == "mcp_tool_result" else "server_tool_use"
                message = (
                    f"{turn.path(placed)}: unexpected `tool_use_id` found in `{placed.type}` blocks: {id}. Each "
                    f"`{placed.type}` block must have a corresponding `{call}` block before it."
                )
                mend = f"Keep the {call} with the id {id} in front of its result, or leave both out."
                yield at("server_tool_result_without_use", placed, message, mend, (id,))


def _answered(placed: Placed) -> str:
    return str(placed.block.get("tool_use_id")) if is_result(placed.type) else ""


def _may_wait(history: History, place: int) -> bool:
    """Tell whether the calls of a turn may be open: nothing follows, or at the very end the results of other calls."""
    rest = history.turns[place + 1 :]
    return not rest or (len(rest) == 1 and all(placed.type == "tool_result" for placed in rest[0].blocks))


def _result_type(placed: Placed) -> str:
    if placed.type == "mcp_tool_use":
        return "mcp_tool_result"
    name = str(placed.block.get("name"))
    return "tool_search_tool_result" if name.startswith("tool_search_tool") else f"{name}_tool_result"
