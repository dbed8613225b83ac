"""Empty and blank text, and messages with nothing in them.

Sources: claude-code#59812, claude-code#23440, langchain#35071, and the probes of the live API in pull request 804 of
experientiallabs/experiential: any empty text block is refused; blank text is refused when a turn has nothing else;
inside a tool result all is fine.
"""

from collections.abc import Iterator

from turnkeeper.validity.history import History, at
from turnkeeper.validity.problem import Problem
from turnkeeper.validity.turns import UNKNOWN, Turn

_EMPTY = "text content blocks must be non-empty"
_BLANK = "text content blocks must contain non-whitespace text"
_LEAVE_OUT = "Leave this block out; do not fill it with a space."


def empty_text(history: History) -> Iterator[Problem]:
    """Find text blocks without a character. One with a cache marker has a rule of its own."""
    for _, placed in history.of("text"):
        if not placed.block["text"] and not placed.block.get("cache_control"):
            yield at("empty_text_block", placed, f"messages: {_EMPTY}", _LEAVE_OUT)
    for block in history.system if isinstance(history.system, list) else ():
        if not block["text"] and not block.get("cache_control"):
            yield Problem("empty_text_block", f"system: {_EMPTY}", "Leave the empty block of the system prompt out.")


def whitespace_only(history: History) -> Iterator[Problem]:
    """Find turns with nothing but white space: one problem a turn, at the first text that is not empty."""
    blank = [(turn, placed) for turn, placed in history.of("text") if not placed.block["text"].strip()]
    silent = {turn.number for turn in {turn.number: turn for turn, _ in blank}.values() if not _says(turn)}
    for turn, placed in blank:
        if placed.block["text"] and turn.number in silent and not history.unsure(turn):
            mend = "Leave this message out; do not replace it by a space."
            yield at("whitespace_only_text", placed, f"messages: {_BLANK}", mend)
            silent.remove(turn.number)
    system = history.system or []
    texts = [system] if isinstance(system, str) else [block["text"] for block in system]
    if any(texts) and not any(text.strip() for text in texts):
        mend = "Leave the system prompt out, or say something in it."
        yield Problem("whitespace_only_text", f"system: {_BLANK}", mend)


def _says(turn: Turn) -> bool:
    return any(placed.type != "text" or placed.block["text"].strip() for placed in turn.blocks)


def empty_content(history: History) -> Iterator[Problem]:
    """Find messages of the user with nothing in them, and on strict platforms all but a final one of the assistant."""
    for turn in history.turns:
        if history.target == "strict":
            yield from _each_empty(history, turn)
        elif turn.role == "user" and not turn.blocks and not history.unsure(turn):
            fault = f"messages.{turn.number}: user messages must have non-empty content"
            yield Problem("empty_content", fault, "Say something in this message, or leave it out.", turn.messages[0])


def _each_empty(history: History, turn: Turn) -> Iterator[Problem]:
    full = {placed.message_index for placed in turn.blocks}
    for index in turn.messages if turn.role != UNKNOWN else ():
        if index not in full and not (turn.role == "assistant" and index == len(history.messages) - 1):
            fault = (
                f"messages.{index}: all messages must have non-empty content except for the optional final assistant "
                "message"
            )
            yield Problem("empty_content", fault, "Say something in this message, or leave it out.", index)


def trailing_whitespace(history: History) -> Iterator[Problem]:
    """Find a beginning of the reply that ends with white space."""
    turn = history.last
    if turn.role != "assistant" or not history.model.prefill or not turn.blocks:
        return
    ends = turn.blocks[-1]
    if ends.type == "text" and ends.block["text"] != ends.block["text"].rstrip() and _says(turn):
        fault = "messages: final assistant content cannot end with trailing whitespace"
        yield at("trailing_whitespace", ends, fault, "Take the white space off the end of this text.")


def citations(history: History) -> Iterator[Problem]:
    """Find citations in what the user says. The sentence is ours."""
    cited = [found for found in history.of("text") if found[1].block.get("citations")]
    cited += [
        found
        for found in history.of("search_result")
        if any(text.get("citations") for text in found[1].block["content"])
    ]
    for turn, placed in cited:
        if turn.role == "user":
            fault = f"{turn.path(placed)}: `citations` of a text may only be in `assistant` messages"
            yield at("citations_in_user_text", placed, fault, "Leave the citations of this text out.")
