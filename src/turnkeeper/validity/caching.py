"""Cache markers: how many, in which order, and where none can be.

Sources: Anthropic's page "Prompt caching"; the sentences from Anthropic.SDK#50, claude-code-cache-fix#44,
vellum-assistant#23414 and claude-code#50082.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from turnkeeper.validity.history import History, at
from turnkeeper.validity.markers import can_carry, results, ttl
from turnkeeper.validity.problem import Problem
from turnkeeper.validity.turns import Placed

MOST_MARKERS = 4
_ORDER = (
    ".ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are "
    "processed in the following order: `tools`, `system`, `messages`."
)
_IN_ORDER = "Use one ttl, or put the hour in front of the five minutes: first tools, then system, then messages."
_CANNOT = "cache_control cannot be set for empty text blocks"


def too_many(history: History) -> Iterator[Problem]:
    """Find more markers than there may be. The automatic one counts."""
    found = len(history.markers) + bool(history.cache_control)
    if found > MOST_MARKERS:
        yield Problem(
            "too_many_cache_breakpoints",
            f"A maximum of {MOST_MARKERS} blocks with cache_control may be provided. Found {found}.",
            "Count the markers of tools, system and messages together, and take the earliest off first.",
        )


def ttl_order(history: History) -> Iterator[Problem]:
    """Find the first marker for an hour behind one for five minutes."""
    short = False
    for marker in history.markers:
        if short and marker.ttl == "1h":
            message = f"{marker.path}.cache_control{_ORDER}"
            if marker.placed:
                yield at("cache_ttl_order", marker.placed, message, _IN_ORDER)
            else:
                yield Problem("cache_ttl_order", message, _IN_ORDER)
            return
        short = short or marker.ttl == "5m"


def ttl_mismatch(history: History) -> Iterator[Problem]:
    """Find a block with a marker of its own that the automatic one would mark for another time."""
    target = _automatic(history)
    if history.cache_control and target and target.block.get("cache_control"):
        automatic, own = ttl(history.cache_control), ttl(target.block["cache_control"])
        if automatic != own:
            message = (
                f"Top-level cache_control has ttl='{automatic}' but the target block already has cache_control with "
                f"ttl='{own}'. When both are specified on the same block, they must have matching TTLs."
            )
            yield at("cache_ttl_mismatch", target, message, "Take this block's marker off, or give both the same ttl.")


def automatic_ttl_order(history: History) -> Iterator[Problem]:
    """Find an automatic marker for an hour behind one for five minutes."""
    hour = bool(history.cache_control) and ttl(history.cache_control or {}) == "1h"
    if hour and any(marker.ttl == "5m" for marker in history.markers) and not any(ttl_mismatch(history)):
        yield Problem("automatic_cache_ttl_order", f"cache_control{_ORDER}", _IN_ORDER)


def _automatic(history: History) -> Placed | None:
    """Return the block that the automatic marker goes to: the last one that can carry it."""
    backwards = (placed for turn in reversed(history.all_turns) for placed in reversed(turn.blocks))
    return next((placed for placed in backwards if can_carry(placed.block)), None)


def on_empty_text(history: History) -> Iterator[Problem]:
    """Find markers on texts without a character, those in tool results too."""
    mend = "Put the marker on the block before it, and leave the empty block out."
    for place, block in enumerate(history.system if isinstance(history.system, list) else ()):
        if _is_empty(block):
            yield Problem("cache_on_empty_text", f"system.{place}.text: {_CANNOT}", mend)
    instructions = ((turn, placed) for turn in history.system_messages for placed in turn.of("text"))
    for turn, placed in (*history.of("text"), *instructions):
        if not placed.block["text"] and _is_empty(placed.block):
            yield at("cache_on_empty_text", placed, f"{turn.path(placed)}.text: {_CANNOT}", mend)
    for turn, placed in history.of("tool_result"):
        for place, block in enumerate(results(placed)):
            if _is_empty(block):
                path = f"{turn.path(placed)}.content.{place}"
                yield at("cache_on_empty_text", placed, f"{path}.text: {_CANNOT}", mend)


def _is_empty(block: Mapping[str, Any]) -> bool:
    return block["type"] == "text" and not block["text"] and bool(block.get("cache_control"))
