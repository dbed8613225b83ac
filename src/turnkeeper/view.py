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


class RequestsView:
    """The picture. A notebook and the page draw it; a terminal prints it.

    Args:
        requests: The requests, oldest first, as in `model.requests`.
    """

    def __init__(self, requests: Sequence[Sent]) -> None:
        self._rows: list[tuple[list[_Bar], int]] = []
        before: Sequence[Message] = ()
        for request in requests:
            self._rows.append((_bars(request, before), request.input_tokens))
            before = request.messages

    def __repr__(self) -> str:
        lines = ["request  messages  sent before  input tokens  roles"]
        for number, (bars, tokens) in enumerate(self._rows, 1):
            again = sum(bar.sent_before for bar in bars if bar.role != "system")
            count = sum(bar.role != "system" for bar in bars)
            letters = " ".join(bar.role[0] for bar in bars)
            lines.append(f"{number:>7}  {count:>8}  {again:>11}  {tokens:>12}  {letters}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        widest = max((tokens for _, tokens in self._rows), default=1)
        rows = "".join(
            "<tr>"
            f'<th scope="row">{number}</th>'
            f'<td style="width:60%">{_draw(bars, widest)}</td>'
            f"<td>{sum(bar.role != 'system' for bar in bars)}</td>"
            f"<td>{sum(bar.sent_before for bar in bars if bar.role != 'system')}</td>"
            f"<td>{tokens}</td>"
            "</tr>"
            for number, (bars, tokens) in enumerate(self._rows, 1)
        )
        return (
            '<table class="tk-requests"><caption>What was sent, request by request. Each bar is a message, as long as '
            "its tokens: u from the user, a from the assistant. Hatched: it was sent before.</caption>"
            '<thead><tr><th scope="col">Request</th><th scope="col">Messages in it</th><th scope="col">How many</th>'
            '<th scope="col">Sent before</th><th scope="col">Input tokens</th></tr></thead>'
            f"<tbody>{rows}</tbody></table>"
        )


def show_requests(requests: Sequence[Sent]) -> RequestsView:
    """Return a picture of what was sent, request by request.

    Args:
        requests: Requests of one conversation, oldest first, as in `model.requests`. They are not changed.
    """
    return RequestsView(requests)


def _bars(request: Sent, before: Sequence[Message]) -> list[_Bar]:
    letters = request.model.letters_per_piece
    bars = []
    if request.system:
        whole = request_tokens((), model=request.model, system=request.system)
        system = request.system if isinstance(request.system, str) else text_of({"content": request.system})
        bars.append(_Bar("system", whole, system, bool(before)))
    for index, message in enumerate(request.messages):
        again = index < len(before) and before[index] == message
        bars.append(_Bar(message["role"], message_tokens(message, letters), text_of(message), again))
    return bars


def _draw(bars: Sequence[_Bar], widest: int) -> str:
    drawn = "".join(
        f'<span title="{escape(bar.text)}" style="flex:0 0 auto;box-sizing:border-box;overflow:hidden;min-width:1.1em;'
        f"width:{100 * bar.tokens / widest:.1f}%;color:#fff;text-align:center;border-radius:2px;"
        f'background:{_fill(bar)}">{bar.role[0]}</span>'
        for bar in bars
    )
    return f'<div style="display:flex;gap:2px" aria-hidden="true">{drawn}</div>'


def _fill(bar: _Bar) -> str:
    colour = _ROLE_COLOURS.get(bar.role, "#555")
    if not bar.sent_before:
        return colour
    return f"repeating-linear-gradient(135deg,{colour} 0 6px,color-mix(in srgb,{colour} 80%,#fff) 6px 9px)"
