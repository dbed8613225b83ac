"""The picture of one request against its window: each message a bar, and what was dropped, summarised or changed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from turnkeeper.messages import Block, Message
from turnkeeper.models import DEFAULT_MODEL, MODELS
from turnkeeper.view.drawn import View
from turnkeeper.view.kinds import FREE, REPLY, SUMMARY, kind_of
from turnkeeper.view.parts import fixed_segments, message_segments, message_words, recoloured
from turnkeeper.view.picture import (
    Column,
    Gone,
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
from turnkeeper.view.same import same_places

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
        model: A model id of `MODELS`; its counter and its window count.
        kept: What is sent of the history: a list of messages, as a trimmer returns it, or their places in `messages`.
            A message that is not in `messages` is shown as changed where it stands in the place of another of the same
            role, else as added. None when all is sent.
        summarised: The places in `messages` that a summary stands for. What is sent all the same is shown as sent.
        window: The tokens the request must fit in, such as a budget; None for the model's window.
        max_tokens: Tokens that are left free for the reply.

    Raises:
        ValueError: If there is no such model, a place is not in `messages`, or a number of tokens makes no sense.
    """
    if model not in MODELS:
        raise ValueError(f"there is no model {model!r}; there are {', '.join(MODELS)}")
    row = MODELS[model]
    window = row.window if window is None else window
    if window < 1 or max_tokens < 0:
        raise ValueError(
            f"a window of {window} tokens with {max_tokens} for the reply makes no sense; give a window of 1 or more "
            "and a max_tokens of 0 or more"
        )
    letters = row.letters_per_piece
    fixed = fixed_segments(row, system, tools)
    histories = [message_segments(message, letters) for message in messages]
    entries = _entries(messages, histories, kept, _places(summarised, len(messages), "summarised"), letters)
    sent = [entry for entry in entries if not entry.gone]
    wholes = [("What is sent", len(sent), [*fixed, *_all(entry.segments for entry in sent)])]
    if kept is not None:
        wholes.insert(0, ("Whole history", len(messages), [*fixed, *_all(histories)]))
    tables = (_against(wholes, window, max_tokens, row.id), _one_by_one(entries, with_fate=kept is not None))
    return View(Picture("What is in the context window", tables))


@dataclass(frozen=True, slots=True)
class _Entry:
    """A message in the picture: its place (None for one that is not in the history) and what became of it."""

    place: int | None
    role: str
    segments: list[Segment]
    fate: str = "sent"
    gone: Gone = ""
    was: int | None = None


def _entries(
    messages: Sequence[Message],
    histories: Sequence[list[Segment]],
    kept: Sequence[Message] | Sequence[int] | None,
    summarised: set[int],
    letters: int,
) -> list[_Entry]:
    """Every message of the history and every message that is sent, in one order."""
    sent, places = _sent(messages, kept)
    entries: list[_Entry] = []
    strangers: list[Message] = []
    start = 0

    def close(end: int) -> None:
        """Enter what lies between two messages that are in both lists."""
        gap, others = range(start, end), [(str(new.get("role")), message_segments(new, letters)) for new in strangers]
        is_summary = not summarised.isdisjoint(gap)
        if not is_summary and [str(messages[place].get("role")) for place in gap] == [role for role, _ in others]:
            entries.extend(
                _Entry(place, role, segments, "changed", was=total(histories[place]))
                for place, (role, segments) in zip(gap, others, strict=True)
            )
            return
        for place in gap:
            gone: Gone = "summarised" if place in summarised else "dropped"
            entries.append(_Entry(place, str(messages[place].get("role")), histories[place], gone, gone))
        for role, segments in others:
            drawn = recoloured(segments, kind_of(role, "text"), SUMMARY) if is_summary else segments
            entries.append(_Entry(None, role, drawn, "summary" if is_summary else "added"))

    for message, place in zip(sent, places, strict=True):
        if place is None:
            strangers.append(message)
            continue
        close(place)
        entries.append(_Entry(place, str(message.get("role")), histories[place]))
        start, strangers = place + 1, []
    close(len(messages))
    return entries


def _sent(
    messages: Sequence[Message], kept: Sequence[Message] | Sequence[int] | None
) -> tuple[Sequence[Message], Sequence[int | None]]:
    """The messages that are sent, and the place of each in the history."""
    if kept is None:
        return messages, range(len(messages))
    if any(isinstance(one, int) for one in kept):
        places = sorted(_places(kept, len(messages), "kept"))
        return [messages[place] for place in places], places
    return kept, same_places(messages, kept)  # type: ignore[arg-type, return-value]


def _places(given: Iterable[Any], length: int, name: str) -> set[int]:
    places = set(given)
    wrong = [place for place in places if not (isinstance(place, int) and 0 <= place < length)]
    if wrong:
        raise ValueError(
            f"{name} holds {wrong[0]!r}, but the history has {length} messages; give places from 0 to {length - 1}"
        )
    return places


def _against(wholes: Sequence[tuple[str, int, Sequence[Segment]]], window: int, max_tokens: int, model: str) -> Table:
    rows = []
    for head, count, segments in wholes:
        tokens = total(segments)
        free = window - tokens - max_tokens
        room = f"{free:,}" if free >= 0 else f"over by {-free:,}"
        bar = (*by_kind(segments), Segment(REPLY, max_tokens, REPLY.name), Segment(FREE, max(free, 0), FREE.name))
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


def _one_by_one(entries: Sequence[_Entry], *, with_fate: bool) -> Table:
    shown = pieces([entry.fate for entry in entries])
    single = [total(entries[places[0]].segments) for places in shown if len(places) == 1]
    return Table(
        caption="Message by message. Each bar is a message, as long as its stand-in tokens.",
        head="Message",
        columns=(Column("Tokens"), *([Column("State", numbers=False)] if with_fate else ())),
        words="It holds",
        rows=tuple(_message_row([entries[place] for place in places], with_fate) for places in shown),
        whole=max(single, default=1),
        preview=True,
    )


def _message_row(some: Sequence[_Entry], with_fate: bool) -> Row:
    first = some[0]
    fates = sorted({entry.fate for entry in some})
    tokens = f"{total(_all(entry.segments for entry in some)):,}"
    if len(some) == 1:
        role = first.role if first.role in _ROLES else "other role"
        head = f"{_NEW if first.place is None else first.place} {role}"
        fate = first.fate if first.was is None else f"changed, was {first.was:,}"
        cells = (tokens, *((fate,) if with_fate else ()))
        return Row(head, cells, message_words(first.segments), short_bar(first.segments), gone=first.gone)
    numbers = [entry.place for entry in some if entry.place is not None]
    head = f"{numbers[0]}–{numbers[-1]}" if numbers else _NEW
    cells = (tokens, *((", ".join(fates),) if with_fate else ()))
    return Row(head, cells, f"{len(some):,} more messages: {listed(_all(entry.segments for entry in some))}", ())


def _all(lists: Iterable[Sequence[Segment]]) -> list[Segment]:
    return [segment for segments in lists for segment in segments]
