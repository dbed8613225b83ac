"""Thinking blocks that come back: in front of the calls they led to, unchanged, and where they were made."""

from collections.abc import Iterator, Mapping
from typing import Any

from turnkeeper.messages import THOUGHT
from turnkeeper.signatures import Reason
from turnkeeper.validity.history import History, at
from turnkeeper.validity.problem import Problem
from turnkeeper.validity.turns import Placed, Turn

BINDING_BETA = "thinking-binding-controls-2026-08-01"
NEEDS_BETA = f" That setting requires the `{BINDING_BETA}` value in the `anthropic-beta` header."
"""What the API adds for a request without that header."""
_INVALID = "Invalid `signature` in `thinking` block"
_PLAIN_WORDS = {
    "model": "The model differs from the one this block was created with.",
    "system": "The `system` prompt differs from the one this block was created with.",
    "tools": "The `tools` differ from the ones this block was created with.",
    "messages": "The messages before it differ from the ones this block was created with.",
    "thinking": "The thinking before it differs from the thinking this block was created with.",
}


def missing_before_tool_use(history: History) -> Iterator[Problem]:
    """Find an open tool turn without thinking, while thinking is set by hand.

    The turn is open when the history ends with its results. The model thinks at the start of it, and may not think
    again between two calls: thinking in any of its steps is enough.
    """
    if history.thinking.get("type") != "enabled":
        return
    steps: list[Turn] = []
    for answer, turn in zip(history.turns[::-2], history.turns[-2::-2], strict=False):
        if not answer.of("tool_result") or not turn.of("tool_use"):
            break
        steps.append(turn)
    if steps and history.last is history.turns[-1] and not any(turn.blocks[0].type in THOUGHT for turn in steps):
        yield _expected(steps[0], "thinking_missing_before_tool_use")


def missing_before_prefill(history: History) -> Iterator[Problem]:
    """Find a beginning of a reply without thinking, while thinking is set by hand."""
    turn = history.last
    by_hand = history.thinking.get("type") == "enabled" and history.model.prefill
    if by_hand and turn.role == "assistant" and turn.blocks and turn.blocks[0].type == "text":
        yield _expected(turn, "thinking_missing_before_prefill")


def _expected(turn: Turn, rule: str) -> Problem:
    first = turn.blocks[0]
    message = (
        f"{turn.path(first)}.type: Expected `thinking` or `redacted_thinking`, but found `{first.type}`. When "
        "`thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost "
        "set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To "
        "avoid this requirement, disable `thinking`. Please consult our documentation at "
        "https://docs.claude.com/en/docs/build-with-claude/extended-thinking"
    )
    mend = "Send this message with the thinking block it came with, or switch thinking off for this request."
    return at(rule, first, message, mend)


def last_block(history: History) -> Iterator[Problem]:
    """Find a history whose very last block is thinking."""
    turn = history.last
    if turn.role == "assistant" and turn.blocks and turn.blocks[-1].type in THOUGHT:
        ends = turn.blocks[-1]
        fault = f"messages.{turn.number}: The final block in an assistant message cannot be `{ends.type}`."
        yield at("thinking_last", ends, fault, "Leave this thinking block out, and end with a message of the user.")


def modified(history: History) -> Iterator[Problem]:
    """Find thinking in the latest reply that is not as it came."""
    for turn, placed, reason in _mismatched(history):
        if reason == "text" and turn is history.latest_reply:
            fault = (
                f"{turn.path(placed)}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot "
                "be modified. These blocks must remain as they were in the original response."
            )
            yield at("thinking_modified", placed, fault, "Send this block back exactly as it came.")


def bad_signature(history: History) -> Iterator[Problem]:
    """Find thinking with a blank signature, and earlier thinking that does not fit its own."""
    for turn, placed in history.of("thinking"):
        if not placed.block["signature"].strip():
            mend = "Send this block back with the signature it came with, or leave it out."
            yield at("thinking_signature", placed, f"{turn.path(placed)}: {_INVALID}", mend)
    for turn, placed, reason in _mismatched(history):
        if reason == "text" and turn is not history.latest_reply:
            mend = "Send this block back exactly as it came, or leave all thinking of earlier turns out."
            yield at("thinking_signature", placed, f"{turn.path(placed)}: {_INVALID}", mend)


def bound_elsewhere(history: History) -> Iterator[Problem]:
    """Find thinking that was made behind something else. Of the reasons, only the one about system is the API's own.

    Where the request asks for it, such thinking is dropped instead.
    """
    if drops_misfits(history.thinking):
        return
    known = min(history.malformed, default=len(history.messages))  # behind a malformed message nobody can tell
    for turn, placed, reason in _mismatched(history):
        if reason != "text" and placed.message_index < known:
            fault = (
                f"{turn.path(placed)}: {_INVALID}. The block is bound to a different conversation. Remove the block, "
                'or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
                f"{NEEDS_BETA} {_PLAIN_WORDS[reason]}"
            )
            mend = "Leave this thinking block out, or send everything before it as it was when the block was made."
            yield at("thinking_bound_elsewhere", placed, fault, mend)


def drops_misfits(thinking: Mapping[str, Any]) -> bool:
    """Tell whether thinking that is bound to another conversation is to be left out, and not refused.

    Args:
        thinking: The request's `thinking`.
    """
    binding = thinking.get("block_binding") or {}
    return bool(binding.get("prefix_mismatch_behavior") == "drop_block")


def _mismatched(history: History) -> Iterator[tuple[Turn, Placed, Reason]]:
    reasons: dict[tuple[int, int], Reason] = {found[:2]: found.reason for found in history.mismatches}
    for turn, placed in [*history.of("thinking"), *history.of("redacted_thinking")]:
        if reason := reasons.get((placed.message_index, placed.block_index)):
            yield turn, placed, reason
