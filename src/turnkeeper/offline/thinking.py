"""Thinking in a reply and in what comes back: shown or not, signed, and left out where it no longer fits.

Sources: Anthropic's pages "Extended thinking" and "Preserved thinking", read from August to November 2026.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from turnkeeper.messages import THOUGHT, blocks
from turnkeeper.offline.request import MessagesRequest
from turnkeeper.signatures import sign_reply, thinking_mismatches
from turnkeeper.validity.thinking import drops_misfits


def said_aloud(content: list[dict[str, Any]], request: MessagesRequest) -> list[dict[str, Any]]:
    """Return what a script said, without its thinking where the request has switched that off."""
    if (request.thinking or {}).get("type") != "disabled":
        return content
    return [block for block in content if block["type"] not in THOUGHT]


def signed(content: list[dict[str, Any]], request: MessagesRequest) -> list[dict[str, Any]]:
    """Return a reply with its thinking signed, and without the words of it where they are not to be shown.

    Args:
        content: The content blocks of the reply.
        request: The request, with the messages as they were sent.
    """
    if not any(block["type"] in THOUGHT for block in content):
        return content
    if (request.thinking or {}).get("display") == "omitted":
        content = [{**block, "thinking": ""} if block["type"] == "thinking" else block for block in content]
    return sign_reply(
        content, messages=request.messages, model=request.model, system=request.system, tools=request.tools
    )


def without_misfits(request: MessagesRequest) -> tuple[MessagesRequest, list[dict[str, Any]]]:
    """Return a request without the thinking that is bound to another conversation, and the report of what went.

    Args:
        request: The request as it was sent.

    Returns:
        The request, and the response's `input_transformations`.
    """
    if not drops_misfits(request.thinking or {}):
        return request, []
    misfits = thinking_mismatches(request.messages, model=request.model, system=request.system, tools=request.tools)
    if not misfits:
        return request, []
    gone = {(misfit.message_index, misfit.block_index) for misfit in misfits}
    messages = [_without(message, index, gone) for index, message in enumerate(request.messages)]
    report = [
        {
            "type": "thinking_dropped",
            "path": f"messages.{misfit.message_index}.content.{misfit.block_index}",
            "reason": f"{'model' if misfit.reason == 'model' else 'prefix'}_binding_mismatch",
        }
        for misfit in misfits
    ]
    return request.with_messages(messages), report


def _without(message: Mapping[str, Any], index: int, gone: set[tuple[int, int]]) -> dict[str, Any]:
    content: Sequence[Any] = blocks(message)
    kept = [block for place, block in enumerate(content) if (index, place) not in gone]
    return dict(message) if len(kept) == len(content) else {**message, "content": kept}
