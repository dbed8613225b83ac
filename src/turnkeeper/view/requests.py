"""The picture of a conversation's requests: one row each, with what was sent before and what the cache did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Protocol

from turnkeeper.costs import Usage, split_input
from turnkeeper.messages import Block, Message
from turnkeeper.models import Model, model_row
from turnkeeper.view.drawn import View
from turnkeeper.view.kinds import AGAIN, FRESH, NEW, READ, WRITTEN, Kind
from turnkeeper.view.parts import fixed_segments, message_segments
from turnkeeper.view.picture import Column, Picture, Row, Segment, Table, listed, pieces, short_bar, total
from turnkeeper.view.same import same_places

_BARS = (
    "Each bar is a request, as long as its stand-in tokens: the system prompt and the tools, then the messages, each "
    "beginning behind a gap."
)
_BELOW = "“Again” counts the messages that were sent before, and the thin bar tells their part."
_BELOW_WITH_USAGE = (
    "“Again” counts the messages that were sent before; the thin bar tells what the replies reported: read from the "
    "cache, written to it, fresh."
)
_COLUMNS = ("Messages", "Input tokens")
_USAGE_COLUMNS = ("Read", "Written", "Fresh")
_UNKNOWN = "–"


class Sent(Protocol):
    """What the picture needs of a request."""

    @property
    def model(self) -> Model: ...  # noqa: D102
    @property
    def messages(self) -> Sequence[dict[str, Any]]: ...  # noqa: D102
    @property
    def system(self) -> str | Sequence[Block] | None: ...  # noqa: D102
    @property
    def tools(self) -> Sequence[Mapping[str, Any]]: ...  # noqa: D102
    @property
    def tool_choice(self) -> Mapping[str, Any] | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class _Body:
    """The fields of a request body that the picture needs."""

    model: Model
    messages: Sequence[dict[str, Any]]
    system: str | Sequence[Block] | None
    tools: Sequence[Mapping[str, Any]]
    tool_choice: Mapping[str, Any] | None


def show_requests(
    requests: Sequence[Sent | Mapping[str, Any]],
    usages: Sequence[Usage | None] | None = None,
    *,
    window: int | None = None,
) -> View:
    """Return a picture of what was sent, request by request.

    A notebook and a page draw it, a terminal prints it. Tokens are those of the stand-in counter (`tokens.py`); what
    was read, written and fresh is what the replies reported, and adds up to their whole input.

    Args:
        requests: Requests of one conversation, oldest first: those of `model.requests`, or the arguments of
            `messages.create` as mappings. They are not changed.
        usages: The `usage` of each reply, in the order of the requests; None in the place of one that failed.
        window: The tokens that a bar of the whole width stands for, such as a model's window; None for the longest
            request.

    Raises:
        ValueError: If there are not as many usages as requests, a model is not known, or the window is less than 1
            token.
    """
    if usages is not None and len(usages) != len(requests):
        raise ValueError(
            f"each request needs its usage, and the numbers differ: {len(requests)} and {len(usages)}; give None for a "
            "request that failed"
        )
    if window is not None and window < 1:
        raise ValueError(f"a window of {window} tokens holds nothing; give 1 or more, or None for the longest request")
    rows: list[_Counted] = []
    sent = [_fields_of(request) for request in requests]
    for number, request in enumerate(sent):
        before = sent[number - 1] if number else None
        rows.append(_Counted(request, before, usages[number] if usages is not None else None))
    longest = max((row.tokens for row in rows), default=1)
    whole = max(longest, window or 0)
    against = "" if window is None else f" The window is {window:,} tokens."
    table = Table(
        caption=f"{_BARS} {_BELOW if usages is None else _BELOW_WITH_USAGE}{against}",
        head="No.",
        columns=tuple(map(Column, (*_COLUMNS, *(() if usages is None else _USAGE_COLUMNS)))),
        words="It held",
        rows=tuple(_row(rows, places, usages is not None) for places in pieces([None] * len(rows))),
        whole=whole,
        window=window if whole != window else None,
    )
    return View(Picture("What was sent, request by request", (table,)))


def _fields_of(request: Sent | Mapping[str, Any]) -> Sent:
    if not isinstance(request, Mapping):
        return request
    return _Body(
        model_row(str(request.get("model"))),
        request.get("messages", ()),
        request.get("system"),
        request.get("tools", ()),
        request.get("tool_choice"),
    )


class _Counted:
    """A request in figures."""

    def __init__(self, request: Sent, before: Sent | None, usage: Usage | None) -> None:
        letters = request.model.letters_per_piece
        self.fixed = fixed_segments(request.model, request.system, request.tools, request.tool_choice)
        self.messages = [message_segments(message, letters) for message in request.messages]
        earlier: Sequence[Message] = before.messages if before else ()
        self.again = [place is not None for place in same_places(earlier, request.messages)]
        self.fixed_again = before is not None and (request.system, request.tools) == (before.system, before.tools)
        self.usage = None if usage is None else _split(usage)
        self.bar = [*self.fixed, *(segment for segments in self.messages for segment in segments)]
        self.tokens = total(self.bar)

    @property
    def cached(self) -> list[Segment]:
        """What the cache did, as a thin bar; none if no reply told."""
        return [Segment(kind, tokens) for kind, tokens in (self.usage or {}).items()]

    @property
    def repeated(self) -> list[Segment]:
        """What was sent before and what is new, as a thin bar."""
        parts = [(self.fixed_again, total(self.fixed)), *zip(self.again, map(total, self.messages), strict=True)]
        return [
            Segment(AGAIN if again else NEW, sum(tokens for _, tokens in run))
            for again, run in groupby(parts, lambda part: part[0])
        ]


def _row(rows: Sequence[_Counted], places: range, with_usage: bool) -> Row:
    some = [rows[place] for place in places]
    count, again = (sum(numbers) for numbers in zip(*((len(row.again), sum(row.again)) for row in some), strict=True))
    cells = [
        f"{count:,}, {again:,} again" if again and len(some) == 1 else f"{count:,}",
        f"{sum(row.tokens for row in some):,}",
    ]
    if with_usage:
        known = [row.usage for row in some if row.usage is not None]
        cells += [f"{sum(usage[kind] for usage in known):,}" if known else _UNKNOWN for kind in (READ, WRITTEN, FRESH)]
    held = listed(segment for row in some for segment in row.bar)
    if not with_usage:
        held = f"{held}; {listed(segment for row in some for segment in row.repeated)}"
    if len(some) == 1:
        below = some[0].cached if with_usage else some[0].repeated
        return Row(f"{places[0] + 1}", tuple(cells), held, short_bar(some[0].bar), short_bar(below))
    return Row(f"{places[0] + 1}–{places[-1] + 1}", tuple(cells), f"{len(some):,} more requests: {held}", ())


def _split(usage: Usage) -> dict[Kind, int]:
    split = split_input(usage)
    return {READ: split.read, WRITTEN: split.written, FRESH: split.fresh}
