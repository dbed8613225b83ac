"""The picture of one request against its window: each message a bar, and what was dropped, summarised or changed."""

from collections.abc import Iterable, Sequence
from typing import Any

from turnkeeper.messages import Block, Message
from turnkeeper.models import DEFAULT_MODEL, model_row
from turnkeeper.view.drawn import View
from turnkeeper.view.fates import Fate, fates
from turnkeeper.view.kinds import FREE, REPLY
from turnkeeper.view.parts import fixed_segments, message_segments, preview
from turnkeeper.view.picture import (
    Column,
    Picture,
    Row,
    Segment,
    Table,
    by_kind,
    listed,
    pieces,
    short_bar,
    total,
)

_ROLES = ("user", "assistant", "system")
_NEW = "new"
"""What stands for the place of a message that is not in the history."""


def show_context(
    messages: Sequence[Message],
    *,
    system: str | Sequence[Block] | None = None,
    tools: Sequence[dict[str, Any]] = (),
    model: str = DEFAULT_MODEL,
    kept: Sequence[Message] | Sequence[int] | None = None,
    summarised: Iterable[int] = (),
    window: int | None = None,
    max_tokens: int = 0,
) -> View:
    """Return a picture of one request against the context window, message by message.

    A notebook and a page draw it, a terminal prints it. Tokens are those of the stand-in counter, and add up to
    `tokens.request_tokens`. Nothing that is given is changed.

    Args:
        messages: The whole history, oldest first.
        system: The system prompt, as text or as text blocks.
        tools: The tool definitions.
        model: A model id; its counter and its window count.
        kept: What is sent of the history: a list of messages, as a trimmer returns it, or their places in `messages`,
            each once and in any order: they are sent in the order of the history. A message that is not in `messages`
            is shown as changed where it stands in the place of another of the same role, else as added. None when all
            is sent.
        summarised: The places in `messages` that a summary stands for. What is sent all the same is shown as sent.
        window: The tokens the request must fit in, such as a budget; None for the model's window.
        max_tokens: Tokens that are left free for the reply.

    Raises:
        ValueError: If there is no such model, a place is not in `messages` or given twice, or a number of tokens makes
            no sense.
    """
    row = model_row(model)
    window = row.window if window is None else window
    if window < 1 or max_tokens < 0:
        raise ValueError(
            f"a window of {window} tokens with {max_tokens} for the reply makes no sense; give a window of 1 or more "
            "and a max_tokens of 0 or more"
        )
    letters = row.letters_per_piece
    fixed = fixed_segments(row, system, tools)
    entries = [_Entry(fate, letters) for fate in fates(messages, kept, summarised)]
    sent = [entry for entry in entries if not entry.fate.gone]
    wholes = [("What is sent", len(sent), [*fixed, *_all(entry.segments for entry in sent)])]
    if kept is not None:
        history = _all(entry.before for entry in entries)
        wholes.insert(0, ("Whole history", len(messages), [*fixed, *history]))
    tables = (_against(wholes, window, max_tokens, row.id), _one_by_one(entries, with_state=kept is not None))
    return View(Picture("What is in the context window", tables))


class _Entry:
    """A message in the picture, with its segments as it is sent and as it was in the history."""

    def __init__(self, fate: Fate, letters: int) -> None:
        self.fate = fate
        self.segments = message_segments(fate.message, letters, summary=fate.state == "summary")
        self.before = self.segments if fate.place is not None else []
        if fate.before is not None:
            self.before = message_segments(fate.before, letters)


def _against(wholes: Sequence[tuple[str, int, Sequence[Segment]]], window: int, max_tokens: int, model: str) -> Table:
    rows = []
    for head, count, segments in wholes:
        tokens = total(segments)
        free = window - tokens - max_tokens
        room = f"{free:,}" if free >= 0 else f"over by {-free:,}"
        bar = (*by_kind(segments), Segment(REPLY, max_tokens), Segment(FREE, max(free, 0)))
        cells = (f"{count:,}", f"{tokens:,}", f"{tokens / window:.1%}", room)
        rows.append(Row(head, cells, listed(segments), short_bar(bar)))
    longest = max(total(segments) for _, _, segments in wholes) + max_tokens
    reply = f", {max_tokens:,} of them for the reply" if max_tokens else ""
    return Table(
        caption=f"Against {window:,} stand-in tokens{reply} ({model}).",
        head="List",
        columns=tuple(map(Column, ("Messages", "Tokens", "Used", "Free"))),
        words="It holds",
        rows=tuple(rows),
        whole=max(longest, window),
        window=window if longest > window else None,
    )


def _one_by_one(entries: Sequence[_Entry], *, with_state: bool) -> Table:
    shown = pieces([entry.fate.state for entry in entries])
    single = [total(entries[places[0]].segments) for places in shown if len(places) == 1]
    return Table(
        caption="Message by message. Each bar is a message, as long as its stand-in tokens.",
        head="Message",
        columns=(Column("Tokens"), *([Column("State", numbers=False)] if with_state else ())),
        words="It holds",
        rows=tuple(_message_row([entries[place] for place in places], with_state) for places in shown),
        whole=max(single, default=1),
        preview=True,
    )


def _message_row(some: Sequence[_Entry], with_state: bool) -> Row:
    segments = _all(entry.segments for entry in some)
    first, last = some[0].fate, some[-1].fate
    head = _NEW if first.place is None else f"{first.place}"
    if len(some) > 1:
        states = ", ".join(sorted({entry.fate.state for entry in some}))
        cells = (f"{total(segments):,}", *((states,) if with_state else ()))
        head += f"–{_NEW if last.place is None else last.place}"
        return Row(head, cells, f"{len(some):,} more messages: {listed(segments)}", ())
    state = first.state if first.before is None else f"changed, was {total(some[0].before):,}"
    words = preview(first.message, summary=first.state == "summary")
    role = first.role if first.role in _ROLES else "other role"
    cells = (f"{total(segments):,}", *((state,) if with_state else ()))
    return Row(f"{head} {role}", cells, words, short_bar(segments), gone=first.gone)


def _all(lists: Iterable[Sequence[Segment]]) -> list[Segment]:
    return [segment for segments in lists for segment in segments]
