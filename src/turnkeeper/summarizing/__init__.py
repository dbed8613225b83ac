"""Summarise what is old, keep what is recent: a summary takes the place of the first messages of a history.

What goes wrong when people write this themselves (tests/cases, 011, 036, 041, and "The ten patterns" there): a cut
between a call and its result, a summariser whose own window is too small, an error that becomes the memory, tool
results that were never read, a rule or the user's newest question that is in the summary only.

`transcript` makes lines of messages, `parts` cuts them to size, `request` asks, `carried` finds what is old and stays,
and `summary_message` writes the message that holds the summary and reads it again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from turnkeeper.cuts import open_calls, safe_cut
from turnkeeper.messages import Message
from turnkeeper.models import DEFAULT_MODEL, Model, model_row
from turnkeeper.summarizing.arguments import check_numbers, check_pinned
from turnkeeper.summarizing.carried import carried
from turnkeeper.summarizing.parts import Counted, Measured, Room, Shared, parts
from turnkeeper.summarizing.request import SummaryError, ask, request
from turnkeeper.summarizing.summary_message import ACKNOWLEDGED, Earlier, earlier_summary, write_summary
from turnkeeper.summarizing.transcript import Line, transcript
from turnkeeper.tokens import request_tokens

if TYPE_CHECKING:
    import anthropic
    from anthropic.types import Usage

__all__ = ["ACKNOWLEDGED", "Summarized", "SummaryError", "summarize"]

_LONGEST_REPLY = 20_000
"""The most tokens of a reply unless the caller says so: above 21,333 the SDK wants a stream (`_base_client.py`)."""


@dataclass(frozen=True, slots=True)
class Summarized:
    """A history in which a summary stands for older messages, or the history as it was.

    Attributes:
        messages: The new list. What was kept ends it, as the same objects.
        summary: The summary that was written; None when there was nothing to do.
        covered: The places of the messages that went into the summary, in the list as it was given, in order.
        kept: The places of those that were kept, in order. Together with `covered`, every message exactly once.
        usages: What each call of the summariser used, as the API reported it.
    """

    messages: list[Message]
    summary: str | None
    covered: tuple[int, ...]
    kept: tuple[int, ...]
    usages: "tuple[Usage, ...]"

    @property
    def calls(self) -> int:
        """How often the summariser was called."""
        return len(self.usages)

    @property
    def recent(self) -> int:
        """How many messages end both lists: those behind the last that was covered."""
        return len(self.covered) + len(self.kept) - (self.covered[-1] + 1 if self.covered else 0)


def summarize(
    messages: Sequence[Message],
    client: "anthropic.Anthropic",
    *,
    model: str = DEFAULT_MODEL,
    keep_recent: int = 6,
    words: int = 150,
    trigger: int | None = None,
    pinned: Sequence[str] = (),
    window: int | None = None,
    max_tokens: int | None = None,
    count: Callable[[Message], int] | None = None,
) -> Summarized:
    """Put a summary in the place of the older messages of a history, and keep the newest as they are.

    The new history is one message of the user, which holds the summary and says so, and then the messages that are
    kept, as the same objects. Where these begin with the user, a short acknowledgement of the assistant stands in
    front, since strict platforms want roles to alternate.

    What is kept are the newest messages, the newest of the user always among them. A cut may be inside a turn. If that
    turn is finished, the user's question is summed up like the rest. If it is the newest and waits for an answer (the
    history ends with the user: a question, or tool results), the question is kept too, and so are system messages of
    the turn (with the exchange behind one, where it would stand in front of the user), the newest message in which the
    user says something, with its exchange, and the newest exchange with thinking, which thinking set by hand needs. The
    result is valid wherever the history is; only a model that binds thinking to what stood before it
    (`Model.binds_thinking`) wants it through `trimming.without_thinking` first. The cached prefix ends where the
    summary begins, so summarise rarely.

    The summariser reads tool calls and results too, errors marked; an image is a word to it, and thinking is left out.
    A system message of an older turn is summed up like the rest: a rule that must hold belongs into `pinned` or the
    system prompt. Where the old part is longer than the summariser's window, it is summarised in several calls, each of
    which takes on the summary so far. The history that was given is never changed; what fails leaves nothing behind.

    A summary of this function that begins the history is summed up with the rest, and its pinned lines are carried
    over. It is known by its form alone: a message of the user with two text blocks, the first in the summary's tags.
    A message with one text is never taken for one. A program whose users send whole lists of blocks must see to it that
    no such list comes first, or what they typed could pin rules. Pinned lines stand in the summary message: who drops
    that message, as trimming does, drops them too, and a store or platform that makes one text of it loses them at the
    next summary. So give `pinned` every time.

    Args:
        messages: The history, oldest first.
        client: The SDK client to call.
        model: The model that writes the summary; a cheap one will do.
        keep_recent: The fewest newest messages that stay as they are, 1 or more. More stay where the newest of the user
            is further in front, and where a cut would part a call from its result (`cuts.safe_cut`).
        words: The most words of the summary, which the summariser is asked for and not held to.
        trigger: The least tokens of a history that is summarised; None for any. Counted are its messages, and not the
            system prompt and the tools that may be sent with them.
        pinned: Facts and rules that stand word for word in the summary message, outside its word budget. Give them
            with every call.
        window: The summariser's context window, in tokens; None for that of the model. No request is longer than this
            less `max_tokens`. The stand-in counter is an estimate: for the real API leave a margin.
        max_tokens: The most the summariser's reply may hold, in tokens; None for eight a word and 1,000 more, at most
            20,000. A model that always thinks does so out of these.
        count: Counts one message of the history, in tokens; None for the stand-in counter. It is asked about messages
            of the history alone: the instruction is then not counted, and the summary so far counts as `max_tokens`.

    Returns:
        The new history, and what became of each message of the old one. Nothing changes, and nobody is called, below
        the trigger, and where there is nothing to sum up but an earlier summary.

    Raises:
        ValueError: If calls at the end of the history have no results yet, if a part of it does not fit into a request,
            or if an argument is out of its range.
        TypeError: If a number is no whole number, or if `pinned` is no list of texts.
        SummaryError: If the summariser's reply is no whole summary.
        anthropic.APIError: If a call fails, after the SDK's own retries.
    """
    row = model_row(model)
    check_pinned(pinned)
    check_numbers(
        {"keep_recent": keep_recent, "words": words, "trigger": trigger, "window": window, "max_tokens": max_tokens}
    )
    unchanged = Summarized(list(messages), None, (), tuple(range(len(messages))), ())
    if trigger is not None and _tokens(messages, row, count) < trigger:
        return unchanged
    if waiting := open_calls(messages):
        raise ValueError(
            f"these calls at the end of the history have no results yet: {', '.join(waiting)}. Add a result for each, "
            "with is_error for one that was not run, and then summarise. For a tool that the API runs, send the "
            "history: the next reply brings its result"
        )
    cut = _cut(messages, keep_recent)
    earlier, opens = earlier_summary(messages)
    stay = carried(messages, cut, opens)
    covered = [place for place in range(cut) if place not in stay]
    said = transcript(messages[:cut])
    if not any(said[place] for place in covered if place >= opens):
        return unchanged
    reply = min(1_000 + 8 * words, _LONGEST_REPLY) if max_tokens is None else max_tokens
    around = [0 if count else _tokens([request((), words=words, so_far=text)], row) for text in (None, "")]
    room = Room(row.window if window is None else window, reply, *around)
    lines = (line for place in covered for line in _measured(messages[place], said[place], row, count))
    summary: str | None = None
    usages: list[Usage] = []
    for part in parts(lines, room):
        asked = request(part, words=words, so_far=summary)
        summary, usage = ask(client, asked, model=model, max_tokens=reply)
        usages.append(usage)
    before = earlier or Earlier(0, [], "")
    rules = list(dict.fromkeys([*before.pinned, *pinned]))
    told = write_summary(Earlier(before.messages + len(covered) - opens, rules, str(summary)))
    kept = [*sorted(stay), *range(cut, len(messages))]
    between = [dict(ACKNOWLEDGED)] if messages[kept[0]].get("role") == "user" else []
    new = [told, *between, *(messages[place] for place in kept)]
    return Summarized(new, summary, tuple(covered), tuple(kept), tuple(usages))


def _cut(messages: Sequence[Message], keep_recent: int) -> int:
    """Return where the messages begin that stay because they are new."""
    newest = max(
        (place for place, message in enumerate(messages) if message.get("role") == "user"), default=len(messages)
    )
    return safe_cut(messages, min(newest, max(0, len(messages) - keep_recent)))


def _tokens(messages: Sequence[Message], row: Model, count: Callable[[Message], int] | None = None) -> int:
    return sum(map(count, messages)) if count else request_tokens(messages, model=row)


def _measured(
    message: Message, lines: Sequence[Line], row: Model, count: Callable[[Message], int] | None
) -> Iterable[Measured]:
    """Yield the lines of a message, each with how its tokens are told."""
    if count and lines:
        each = Fraction(count(message), sum(len(line.text) for line in lines))
        yield from (Measured(line, Shared(each)) for line in lines)
    else:
        yield from (Measured(line, Counted(row.letters_per_piece)) for line in lines)
