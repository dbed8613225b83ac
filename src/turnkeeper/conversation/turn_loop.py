"""The loop of a turn: reply, tool calls, results, reply, until one ends it or the limit is reached."""

from collections.abc import Callable, Generator

from turnkeeper.conversation.content import copied
from turnkeeper.conversation.kept_reply import Kept, kept_turn
from turnkeeper.conversation.open_turn import OpenTurn
from turnkeeper.conversation.record import Record
from turnkeeper.conversation.tool_results import NOT_RUN, UNKNOWN, RunTool, error_result, result_of
from turnkeeper.messages import Block, Message, text_of
from turnkeeper.models import Model
from turnkeeper.whole_numbers import whole

APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."
"""What the assistant says when a turn has reached its limit of model calls."""
Rerun = Callable[[Block], bool]
"""A function that tells for a `tool_use` block whether it may be run a second time."""


def check_limits(*, max_calls: int, max_tokens: int, apology: str) -> None:
    """Refuse limits that cannot work.

    Args:
        max_calls: The most model calls in a turn.
        max_tokens: The most a reply may hold, in tokens. Its size is for the API to judge.
        apology: What the assistant says when the calls are used up.

    Raises:
        TypeError: If one of the numbers is no whole number.
        ValueError: If `max_calls` is less than 1, or the apology is blank.
    """
    whole("max_tokens", max_tokens)
    if whole("max_calls", max_calls) < 1:
        raise ValueError(f"max_calls says how often a turn may call the model: 1 or more, not {max_calls}")
    if not apology.strip():
        raise ValueError("the apology is blank, and blank text is refused in a history: say something in it")


def finish_turn(
    record: Record,
    reply: Callable[[OpenTurn], Generator[str, None, Kept]],
    *,
    run_tool: RunTool | None,
    max_calls: int,
    apology: str,
    rerun: Rerun,
    model: Model | None,
) -> Generator[str, None, str]:
    """Finish the open turn, from whatever step on, and keep every step before the next is made.

    Args:
        record: The conversation.
        reply: Asks the model for the next reply of a turn; it yields the pieces of its text.
        run_tool: Runs one call; with None the turn stays open at a reply with calls.
        max_calls: The most model calls in the turn.
        apology: What the assistant says when they are used up.
        rerun: Whether a call may be run that was started before, and whose result was lost.
        model: The row of the model, None for one that is not known.

    Yields:
        The text, as it arrives.

    Returns:
        The text of the last reply.
    """
    while (turn := record.turn).replies < max_calls:
        for call in turn.waiting:
            if run_tool is None:
                return text_of(turn.messages[-1])
            _run(record, call, run_tool, may_run=call["id"] not in turn.started or rerun(copied(call)))
        turn = record.turn
        kept = yield from reply(turn)
        if kept.goes_on:
            record.keep({"reply": kept.content})
            continue
        record.finish(kept_turn(turn.ended(kept.content), model))
        if kept.note:
            yield kept.note
        return text_of({"content": kept.content})
    record.finish(kept_turn(_with_apology(turn, apology), model))
    yield apology
    return apology


def _run(record: Record, call: Block, run_tool: RunTool, *, may_run: bool) -> None:
    """Answer one call. That it starts is kept first, so that no crash hides a call that ran."""
    if may_run:
        record.keep({"started": call["id"]})
        result = result_of(call, run_tool)
    else:
        result = error_result(call, UNKNOWN)
    record.keep({"result": result})


def _with_apology(turn: OpenTurn, apology: str) -> list[Message]:
    """The messages of a turn with our own words at its end, behind what was paused, or results of calls not run."""
    said = {"type": "text", "text": apology}
    if not turn.waiting:
        return turn.ended([*turn.reply, said])
    told = [error_result(call, UNKNOWN if call["id"] in turn.started else NOT_RUN) for call in turn.waiting]
    return [*turn.messages, turn.answers(told), {"role": "assistant", "content": [said]}]
