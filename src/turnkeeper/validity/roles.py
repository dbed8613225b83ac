"""Who speaks when, and who may say what."""

from collections.abc import Collection, Iterator

from turnkeeper.messages import THOUGHT
from turnkeeper.validity.history import History, at
from turnkeeper.validity.problem import Problem
from turnkeeper.validity.server_tools import KINDS
from turnkeeper.validity.turns import UNKNOWN


def first_role(history: History) -> Iterator[Problem]:
    """Find a history that the assistant opens. The sentence is the API's own until October 2024."""
    if history.turns and history.turns[0].role == "assistant":
        yield Problem(
            "first_role",
            'messages: first message must use the "user" role',
            "Begin with a message of the user: cut in front of one, or put one there.",
            history.turns[0].messages[0],
        )


def roles_alternate(history: History) -> Iterator[Problem]:
    """Find messages of the role that spoke before. The sentence is the API's own until October 2024."""
    for turn in history.turns:
        for index in turn.messages[1:] if turn.role != UNKNOWN else ():
            yield Problem(
                "roles_alternate",
                'messages: roles must alternate between "user" and "assistant", but found multiple '
                f'"{turn.role}" roles in a row',
                "Put this message's content into the message before it.",
                index,
            )


def prefill(history: History) -> Iterator[Problem]:
    """Find a history that ends with the assistant's own words.

    A turn that waits for tool results, that the API paused, or that is a summary is no beginning of a reply.
    """
    turn = history.last
    if turn.role != "assistant" or (history.target == "claude" and history.model.prefill):
        return
    if not turn.of("tool_use") and not any(_continues(placed.type) for placed in turn.blocks[-1:]):
        yield Problem(
            "prefill_not_supported",
            "This model does not support assistant message prefill. The conversation must end with a user message.",
            "End with a message of the user; ask there for the form of the reply.",
            turn.messages[-1],
        )


def _continues(kind: str) -> bool:
    """Tell whether a turn that ends with a type of block is no beginning of a reply. Thinking has a rule of its own."""
    return kind in (*THOUGHT, *KINDS, "compaction")


def misplaced(history: History, rule: str, owner: str, kinds: Collection[str]) -> Iterator[Problem]:
    """Find blocks that only one role may have. The sentence is ours.

    Args:
        history: The history.
        rule: The id of the rule.
        owner: The role.
        kinds: The types of its blocks.
    """
    for kind in history.kinds:
        for turn, placed in history.of(kind) if kind in kinds else ():
            if turn.role != owner:
                message = f"{turn.path(placed)}: `{kind}` blocks may only be in `{owner}` messages"
                mend = f"Put this block into a message with the role {owner}, or leave it out."
                ids = tuple(str(placed.block[key]) for key in ("id", "tool_use_id") if key in placed.block)
                yield at(rule, placed, message, mend, ids)
