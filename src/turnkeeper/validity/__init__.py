"""What the Messages API refuses in a history: one table of rules, read by the offline API and by the graders.

Messages of one role that stand next to each other are joined before the rules about tools are checked, as the API
does since October 2024. A `Problem` names the place in the list as it was given; the API's own message counts in
the joined list.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from turnkeeper.messages import Block, blocks

ROLES = ("user", "assistant")


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in a history.

    Attributes:
        rule: The id of the rule that is broken.
        message: What the API answers, in its own words.
        mend: What to do about it.
        message_index: The message at fault, counted from 0 in the list as given; None when it is the list itself.
        block_index: The content block at fault, counted from 0; None when it is the message itself.
        ids: The tool ids concerned.
    """

    rule: str
    message: str
    mend: str
    message_index: int | None = None
    block_index: int | None = None
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, where it is written down, and the check that finds every breach of it."""

    id: str
    source: str
    check: Callable[[Any], Iterator[Problem]]


class _Placed(NamedTuple):
    """A block with its place in the list as given."""

    block: Block
    message_index: int
    block_index: int


def check_history(messages: object) -> list[Problem]:
    """Return everything the Messages API would refuse in a list of messages; an empty list means it is accepted.

    Args:
        messages: What would be sent as `messages`. Anything is allowed here: what is not a list of messages is
            a problem, not an exception. It is never changed.

    Returns:
        The problems, in the order of `SHAPE_RULES` and `PAIR_RULES`. The rules about pairs are only asked once every
        message has the right shape, as the API does.
    """
    for rules in (SHAPE_RULES, PAIR_RULES):
        problems = [problem for rule in rules for problem in rule.check(messages)]
        if problems:
            return problems
    return []


def _not_a_list(messages: object) -> Iterator[Problem]:
    if not isinstance(messages, list | tuple):
        yield Problem(
            "not_a_list",
            "messages: Input should be a valid array",
            f"Send a list of messages, not {_a_kind(messages)}.",
        )


def _empty_list(messages: object) -> Iterator[Problem]:
    if isinstance(messages, list | tuple) and len(messages) == 0:
        yield Problem(
            "empty_list",
            "messages: at least one message is required",
            "Put the user's message into the list before the call.",
        )


def _message_shape(messages: object) -> Iterator[Problem]:
    if not isinstance(messages, list | tuple):
        return
    for index, message in enumerate(messages):
        if not isinstance(message, Mapping):
            yield Problem(
                "message_shape",
                f"messages.{index}: Input should be an object",
                f"Make item {index} a mapping with a role and a content, not {_a_kind(message)}.",
                index,
            )
            continue
        for field in ("role", "content"):
            if field not in message:
                yield Problem(
                    "message_shape", f"messages.{index}.{field}: Field required", f"Give item {index} a {field}.", index
                )
        if "role" in message and message["role"] not in ROLES:
            yield Problem(
                "message_shape",
                f'messages: Unexpected role "{message["role"]}". Allowed roles are "user" or "assistant"',
                f'Give item {index} the role "user" or "assistant".',
                index,
            )
        if "content" in message:
            yield from _content_shape(index, message["content"])


def _content_shape(index: int, content: object) -> Iterator[Problem]:
    if isinstance(content, str):
        return
    if not isinstance(content, list | tuple):
        yield Problem(
            "message_shape",
            f"messages.{index}.content: Input should be a valid array",
            f"Give item {index} a text or a list of content blocks, not {_a_kind(content)}.",
            index,
        )
        return
    for place, block in enumerate(content):
        if not isinstance(block, Mapping) and (isinstance(block, type) or not hasattr(block, "model_dump")):
            fault, mend = "Input should be an object", f"a content block, not {_a_kind(block)}"
        elif isinstance(block, Mapping) and "type" not in block:
            fault, mend = "Field required", "a block with a type"
        else:
            continue
        path = f"messages.{index}.content.{place}" + (".type" if fault == "Field required" else "")
        yield Problem("message_shape", f"{path}: {fault}", f"Make block {place} of item {index} {mend}.", index, place)


def _orphaned_results(messages: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    called: set[str] = set()
    for turn_index, turn in enumerate(_joined(messages)):
        if turn.role == "user":
            for position, placed in enumerate(turn.placed):
                block_id = str(placed.block.get("tool_use_id", ""))
                if placed.block.get("type") == "tool_result" and block_id not in called:
                    yield Problem(
                        "orphaned_tool_result",
                        f"messages.{turn_index}.content.{position}: unexpected `tool_use_id` found in "
                        f"`tool_result` blocks: {block_id}. Each `tool_result` block must have a corresponding "
                        "`tool_use` block in the previous message.",
                        "Keep the assistant message with this call in front of its result, or leave both out.",
                        placed.message_index,
                        placed.block_index,
                        (block_id,),
                    )
        called = {str(placed.block.get("id")) for placed in turn.placed if placed.block.get("type") == "tool_use"}


class _Turn(NamedTuple):
    """Neighbouring messages of one role, joined."""

    role: str
    placed: list[_Placed]


def _joined(messages: Sequence[Mapping[str, Any]]) -> list[_Turn]:
    """Join neighbouring messages of one role (release notes of the API, 8 October 2024)."""
    turns: list[_Turn] = []
    for index, message in enumerate(messages):
        if not turns or turns[-1].role != message["role"]:
            turns.append(_Turn(message["role"], []))
        turns[-1].placed.extend(_Placed(block, index, place) for place, block in enumerate(blocks(message)))
    return turns


def _a_kind(value: object) -> str:
    name = type(value).__name__
    return {"NoneType": "None", "str": "a string", "dict": "a single mapping"}.get(name, f"a {name}")


_ERRORS = "https://platform.claude.com/docs/en/api/errors"
_TOOL_RESULTS = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls"

SHAPE_RULES = (
    Rule("not_a_list", _ERRORS, _not_a_list),
    Rule("empty_list", _ERRORS, _empty_list),
    Rule("message_shape", _ERRORS, _message_shape),
)
PAIR_RULES = (Rule("orphaned_tool_result", _TOOL_RESULTS, _orphaned_results),)
