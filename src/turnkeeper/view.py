"""A picture of what is sent: each request a row, each message in it a bar as long as its tokens.

The picture is a table. The bars are for the eye; the same facts stand beside them as text, and `repr()` gives the
whole as plain text for a terminal. Colour is never alone: each bar carries the letter of its role, and what was
sent before is hatched.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Protocol

from turnkeeper.messages import Block, Message, text_of
from turnkeeper.models import Model
from turnkeeper.tokens import message_tokens, request_tokens

_HEADS = ("Request", "What it held", "Messages", "Input tokens")
_CAPTION = (
    "What was sent, request by request. Each bar is a message, as long as its tokens: u from the user, a from the "
    "assistant. Hatched: it was sent before."
)
_BAR = "min-width:0;overflow:hidden;border-radius:2px;color:#fff;font-size:.8em;text-align:center"
_CELL = "padding:.3em .5em;text-align:left"
_ROLE_COLOURS = {"system": "#6d5d12", "user": "#1f5fa8", "assistant": "#8a3b12"}


class Sent(Protocol):
    """What the picture needs of a request."""

    @property
    def model(self) -> Model: ...  # noqa: D102
    @property
    def messages(self) -> Sequence[dict[str, Any]]: ...  # noqa: D102
    @property
    def system(self) -> str | Sequence[Block] | None: ...  # noqa: D102
    @property
    def input_tokens(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class _Bar:
    role: str
    tokens: int
    text: str
    sent_before: bool


@dataclass(frozen=True, slots=True)
class _Row:
    bars: tuple[_Bar, ...]
    tokens: int

    @property
    def facts(self) -> tuple[int, int, int]:
        """How many messages, how many of them were sent before, and the input tokens."""
        messages = [bar for bar in self.bars if bar.role != "system"]
        return len(messages), sum(bar.sent_before for bar in messages), self.tokens


class RequestsView:
    """The picture. A notebook and the page draw it; a terminal prints it.

    Args:
        requests: The requests, oldest first, as in `model.requests`.
    """

    def __init__(self, requests: Sequence[Sent]) -> None:
        self._rows: list[_Row] = []
        before: Sequence[Message] = ()
        for request in requests:
            self._rows.append(_Row(_bars(request, before), request.input_tokens))
            before = request.messages

    def __repr__(self) -> str:
        lines = ["request  messages  sent before  input tokens  roles"]
        for number, row in enumerate(self._rows, 1):
            count, again, tokens = row.facts
            letters = " ".join(bar.role[0] for bar in row.bars)
            lines.append(f"{number:>7}  {count:>8}  {again:>11}  {tokens:>12}  {letters}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        widest = max((row.tokens for row in self._rows), default=1)
        heads = "".join(f'<th scope="col" style="{_CELL}">{head}</th>' for head in _HEADS)
        rows = "".join(_drawn_row(number, row, widest) for number, row in enumerate(self._rows, 1))
        return (
            f'<table class="tk-requests" style="width:100%"><caption style="text-align:left">{_CAPTION}</caption>'
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        )


def show_requests(requests: Sequence[Sent]) -> RequestsView:
    """Return a picture of what was sent, request by request.

    Args:
        requests: Requests of one conversation, oldest first, as in `model.requests`. They are not changed.
    """
    return RequestsView(requests)


def _bars(request: Sent, before: Sequence[Message]) -> tuple[_Bar, ...]:
    letters = request.model.letters_per_piece
    bars = []
    if request.system:
        whole = request_tokens((), model=request.model, system=request.system)
        system = request.system if isinstance(request.system, str) else text_of({"content": request.system})
        bars.append(_Bar("system", whole, system, bool(before)))
    for index, message in enumerate(request.messages):
        again = index < len(before) and before[index] == message
        bars.append(_Bar(message["role"], message_tokens(message, letters), text_of(message), again))
    return tuple(bars)


def _drawn_row(number: int, row: _Row, widest: int) -> str:
    count, again, tokens = row.facts
    counted = f"{count}, {again} of them again" if again else f"{count}"
    return (
        f'<tr><th scope="row" style="{_CELL}">{number}</th>'
        f'<td style="{_CELL};width:60%">{_draw(row.bars, widest)}</td>'
        f'<td style="{_CELL}">{counted}</td><td style="{_CELL}">{tokens}</td></tr>'
    )


def _draw(bars: Sequence[_Bar], widest: int) -> str:
    whole = sum(bar.tokens for bar in bars)
    drawn = "".join(
        f'<span title="{escape(bar.text)}" style="{_BAR};flex:{bar.tokens} 1 0;background:{_fill(bar)}">'
        f"{bar.role[0]}</span>"
        for bar in bars
    )
    return f'<div style="display:flex;gap:2px;width:{100 * whole / widest:.1f}%" aria-hidden="true">{drawn}</div>'


def _fill(bar: _Bar) -> str:
    colour = _ROLE_COLOURS.get(bar.role, "#555")
    if not bar.sent_before:
        return colour
    return f"repeating-linear-gradient(135deg,{colour} 0 6px,color-mix(in srgb,{colour} 80%,#fff) 6px 9px)"
