"""What is refused about compaction: a request for a summary, and the blocks that later requests send back.

Sources: Anthropic's page "Compaction" (read in September 2026) and the error classes of the SDK 2.14.0. A sentence
marked "ours" is not the API's own, nor is the form of the signature. The limit behind
`compaction_too_many_tool_references` is not published, so that error does not occur here.
"""

from collections.abc import Iterator, Sequence

from turnkeeper.messages import Block, Message, blocks
from turnkeeper.models import FORCED
from turnkeeper.offline.edits import COMPACT, THRESHOLD_BETA, edits_of
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.request import MessagesRequest
from turnkeeper.signatures import digest

ON_DEMAND_BETA = "compact-2026-09-04"


def is_compaction(block: Block) -> bool:
    """Tell whether a content block is a compaction block."""
    return block.get("type") == "compaction"


def signature_of(content: str, changes: Sequence[Block]) -> str:
    """Sign a summary: a digest of each part, so that changes can be told apart, and one over both.

    Args:
        content: The summary.
        changes: The block's `tool_changes`.
    """
    parts = [digest(content), digest(list(changes))]
    return ".".join(["offline", *parts, digest(parts)])


def check_compaction(request: MessagesRequest) -> None:
    """Check the field `compaction` and the compaction blocks of a request whose fields have the right shape.

    A block that was not signed here cannot be checked, and is taken on trust.

    Raises:
        ApiError: With status 400 and the first fault; the SDK has an exception of its own for each `error_code`.
    """
    _check_companions(request)
    summaries = [
        (message, place, block, path)
        for index, message in enumerate(request.messages)
        for place, block in enumerate(blocks(message))
        if is_compaction(block) and _known(request, path := f"messages.{index}.content.{place}", block)
    ]
    if any(block.get("signature") for *_, block, _ in summaries):
        _check_signed(request, summaries)
    elif summaries and not any(edit["type"] == COMPACT for edit in edits_of(request.fields)):
        path = summaries[0][3]
        if ON_DEMAND_BETA in request.betas:
            raise _refused("signature_invalid", f"{path}: the `signature` of the `compaction` block is missing")  # ours
        raise ApiError(
            400, f"{path}: `compaction` blocks require a `compact_20260112` strategy in `context_management.edits`."
        )
    if request.fields.get("compaction") is not None:
        _check_conversation(request.messages)


_Summaries = Sequence[tuple[Message, int, Block, str]]


def _check_companions(request: MessagesRequest) -> None:
    """Refuse what a request for a summary does not take. The fields are documented, the sentences are ours."""
    fields = request.fields
    if fields.get("compaction") is None:
        return
    if not request.model.compacts:
        raise ApiError(400, f"compaction: '{fields['model']}' does not support compaction")
    output = fields.get("output_config") or {}
    companions = {
        "context_management": fields.get("context_management") is not None,
        "stop_sequences": bool(fields.get("stop_sequences")),
        "output_config.format": output.get("format") is not None,
        "output_config.task_budget.remaining": (output.get("task_budget") or {}).get("remaining") is not None,
        "tool_choice": (request.tool_choice or {}).get("type") in FORCED,
    }
    for name, given in companions.items():
        if given:
            raise ApiError(400, f"compaction: cannot be combined with `{name}`")


def _known(request: MessagesRequest, path: str, block: Block) -> bool:
    """Tell whether a block holds a summary, once the beta header is found to allow it."""
    if request.betas.isdisjoint((THRESHOLD_BETA, ON_DEMAND_BETA)):
        raise ApiError(400, f"{path}: 'compaction' is not one of the expected content block types")
    if block.get("signature") is not None and ON_DEMAND_BETA not in request.betas:
        raise ApiError(400, f"{path}.compaction.signature: Extra inputs are not permitted")  # ours
    return block.get("content") is not None


def _check_signed(request: MessagesRequest, summaries: _Summaries) -> None:
    if len(summaries) > 1:
        raise _refused(
            "block_ambiguous",  # ours, after the SDK's description of the error
            f"{summaries[1][3]}: `messages` holds more than one `compaction` block with content; send only the block "
            "the conversation returned last",
        )
    [(message, place, block, path)] = summaries
    if message is not request.messages[0] or place > 0 or message["role"] == "system":
        raise _refused(
            "block_misplaced",
            f"{path}: `compaction` block must be sent first, in place of the messages it summarizes; remove those "
            "messages",
        )
    if any(edit["type"] == COMPACT for edit in edits_of(request.fields)):
        raise ApiError(400, f"{path}: a signed `compaction` block cannot be combined with `{COMPACT}`")  # ours
    for code, fault in _signature_faults(block):
        raise _refused(code, f"{path}: {fault}")


def _signature_faults(block: Block) -> Iterator[tuple[str, str]]:
    """Find what was changed in a block that was signed here; the sentences are the SDK's descriptions."""
    head, *parts = block["signature"].split(".")
    if head != "offline":
        return
    if len(parts) != 3 or digest(parts[:2]) != parts[2]:
        yield "signature_invalid", "the `compaction` block's `signature` does not verify"
    elif digest(block["content"]) != parts[0]:
        yield "content_mismatch", "the `compaction` block's `content` differs from the text its `signature` recorded"
    elif digest(list(block.get("tool_changes") or ())) != parts[1]:
        yield (
            "tool_changes_mismatch",
            "the `compaction` block's `tool_changes` differs from what was returned with the block",
        )


def _check_conversation(messages: Sequence[Message]) -> None:
    """Check that there is a conversation to summarize, and that its last turn is finished."""
    spoken = [message for message in messages if message["role"] != "system" and blocks(message)]
    if not spoken:
        raise _refused(
            "nothing_to_summarize", "compaction: `messages` holds no `user` or `assistant` content to summarize"
        )
    last = spoken[-1]
    if last["role"] == "assistant" and any(block.get("type") == "tool_use" for block in blocks(last)):
        raise _refused(
            "incomplete_turn",
            "compaction: the request ends on an `assistant` turn that is not finished; send the results of its tool "
            "calls first",
        )


def _refused(code: str, message: str) -> ApiError:
    return ApiError(400, message, code=f"compaction_{code}")
