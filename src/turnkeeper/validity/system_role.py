"""Messages of the role system inside the list, which some models take, in some places.

Sources: Anthropic's page "Mid-conversation system messages"; the sentences are as measured in August and October 2026.
"""

from collections.abc import Iterator
from typing import NamedTuple

from turnkeeper.messages import Block
from turnkeeper.validity.history import History
from turnkeeper.validity.problem import Problem
from turnkeeper.validity.server_tools import RESULTS

_TAIL = "; the directive-only form (content: [] with output_config) is accepted at any position"
TOOL_CHANGES = ("tool_addition", "tool_removal")
"""The types of the blocks that give or take a tool from here on."""
_ALLOWED = ("text", *TOOL_CHANGES)


class _Item(NamedTuple):
    """A system message: its place in the list as given, its number as the API counts, its blocks, and who is around it.

    `opens` is true in a run that nobody spoke before, `after_reply` in one that follows the assistant's own words.
    """

    place: int
    number: int
    blocks: list[Block]
    opens: bool
    after_reply: bool
    before_user: bool
    directive_only: bool


def not_supported(history: History) -> Iterator[Problem]:
    """Find the role where the model, or one of the platforms, does not take it. The sentence for platforms is older."""
    strict = history.target == "strict"
    if history.model.system_messages and not strict:
        return
    older = (
        'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as '
        "an input message role."
    )
    for item in _items(history):
        yield Problem(
            "system_role_not_supported",
            older if strict else "role 'system' is not supported on this model",
            "Put instructions into the `system` parameter, or say them in a message of the user.",
            item.place,
        )


def empty(history: History) -> Iterator[Problem]:
    """Find system messages without content."""
    for item in _supported(history):
        if not item.blocks:
            fault = f"messages.{item.number}: system content must contain at least one block"
            yield Problem("system_role_empty", fault, "Say something in this message, or leave it out.", item.place)


def blocks(history: History) -> Iterator[Problem]:
    """Find blocks that a system message cannot hold."""
    for item in _supported(history):
        for place, block in enumerate(item.blocks):
            if block["type"] not in _ALLOWED:
                words = "role 'system' supports text, tool_addition, and tool_removal blocks only"
                fault = f"messages.{item.number}: {words}"
                yield Problem("system_role_blocks", fault, "Keep only text in this message.", item.place, place)


def whitespace(history: History) -> Iterator[Problem]:
    """Find texts of system messages without a word in them."""
    for item in _supported(history):
        for place, block in enumerate(item.blocks):
            if block["type"] == "text" and not block["text"].strip():
                fault = f"messages.{item.number}: system text blocks must contain non-whitespace text"
                mend = "Say something in this text, or leave it out."
                yield Problem("system_role_whitespace", fault, mend, item.place, place)


def first(history: History) -> Iterator[Problem]:
    """Find instructions that open the list."""
    for item in _supported(history):
        if item.place == 0:
            words = "use the top-level 'system' parameter for the initial system prompt"
            mend = "Put the first instructions into the `system` parameter."
            yield Problem("system_role_first", f"messages.0: {words}{_TAIL}", mend, 0)


def after_assistant(history: History) -> Iterator[Problem]:
    """Find system messages behind the assistant's words or calls."""
    for item in _supported(history):
        if item.after_reply:
            words = (
                "role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result"
            )
            mend = "Move this message behind the next message of the user."
            yield Problem("system_role_after_assistant", f"messages.{item.number}: {words}{_TAIL}", mend, item.place)


def before_user(history: History) -> Iterator[Problem]:
    """Find the last system message of a run in front of what the user says. One fault of place is enough."""
    for item in _supported(history):
        if item.before_user and not item.after_reply and not item.opens:
            words = "role 'system' must precede an 'assistant' message or end the array"
            mend = "Move this message behind the user's messages that follow it."
            yield Problem("system_role_before_user", f"messages.{item.number}: {words}{_TAIL}", mend, item.place)


def _supported(history: History) -> list[_Item]:
    """Return the system messages that a model takes, but for those that only hold directives."""
    return [item for item in _items(history) if not item.directive_only] if history.model.system_messages else []


def _items(history: History) -> Iterator[_Item]:
    turns = {turn.messages[0]: turn for turn in history.system_messages}
    if not turns:
        return
    opens, after_reply = True, False
    for place, message in enumerate(history.messages):
        if turn := turns.get(place):
            blocks = [placed.block for placed in turn.blocks]
            before_user = place + 1 < len(history.messages) and history.role(place + 1) == "user"
            directive_only = not blocks and bool(message.get("output_config"))
            yield _Item(place, turn.number, blocks, opens, after_reply, before_user, directive_only)
        else:
            replies = history.role(place) == "assistant"
            opens, after_reply = False, replies and not _ends_in_server_result(message["content"])


def _ends_in_server_result(content: str | list[Block]) -> bool:
    return isinstance(content, list) and bool(content) and content[-1]["type"] in RESULTS
