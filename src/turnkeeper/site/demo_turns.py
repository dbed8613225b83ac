"""The home page's demo: a conversation with the shop's assistant, and what each of its turns really sent.

The build runs it for the recording on the page. The page runs the same text in its own Python, as a cell, when a reader
writes a message; so nothing but the engine is imported here.
"""

import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from turnkeeper import Conversation, ScriptedModel, connect
from turnkeeper.history_table import clipped
from turnkeeper.messages import Block, Message, blocks, turns
from turnkeeper.models import Model
from turnkeeper.offline.request import MessagesRequest
from turnkeeper.scripts import Shop, shop_assistant
from turnkeeper.scripts.facts import result_text
from turnkeeper.scripts.shop import SYSTEM, TOOLS
from turnkeeper.tokens import message_tokens, request_tokens
from turnkeeper.view.same import same_places

WIDTH = 52
"""The most columns of a message's words, to the right of its role."""


class Line(NamedTuple):
    """One message of a request, in short.

    Attributes:
        role: Its role.
        text: What it holds, on one line of at most `WIDTH` columns.
        tokens: Its stand-in tokens.
        again: Whether an earlier turn sent it too.
    """

    role: str
    text: str
    tokens: int
    again: bool


class Turn(NamedTuple):
    """What was said in a turn, and what was sent for it.

    Attributes:
        number: Its place in the conversation, from 1.
        said: What the customer said.
        replied: What the assistant answered.
        lines: The messages of the turn's last request.
        fixed: Stand-in tokens of the system prompt and the tools, which every request holds.
        left_out: How many messages of the conversation were not in the last request.
        requests: Input tokens of each request of the turn, in order: more than one when tools were called.
        in_all: Input tokens of all requests so far.
    """

    number: int
    said: str
    replied: str
    lines: tuple[Line, ...]
    fixed: int
    left_out: int
    requests: tuple[int, ...]
    in_all: int


def play(said: Sequence[str], *, with_list: bool) -> Iterator[Turn]:
    """Hold a conversation with the shop's assistant, from its beginning, and tell of each turn.

    Args:
        said: What the customer says, message by message.
        with_list: True to send all messages every time. False to send the newest turn alone: the newest message, and
            the tool calls and results that belong to it.

    Yields:
        The turns, in order.

    Raises:
        anthropic.APIError: If the API refuses a message.
    """
    model, shop = ScriptedModel(shop_assistant), Shop()
    conversation = Conversation(
        connect(model),
        system=SYSTEM,
        tools=TOOLS,
        run_tool=shop.run,
        pick_history=None if with_list else _newest_turn,
    )
    before: Sequence[Message] = ()
    in_all = 0
    for number, text in enumerate(said, 1):
        made = len(model.requests)
        replied = conversation.send(text)
        last = model.requests[-1]
        tokens = tuple(usage.input_tokens for usage in conversation.usages)
        assert len(tokens) == len(model.requests) - made
        in_all += sum(tokens)
        yield Turn(
            number=number,
            said=text,
            replied=replied,
            lines=tuple(_lines(before, last)),
            fixed=request_tokens((), model=last.model, system=last.system, tools=last.tools),
            left_out=len(conversation.messages) - 1 - len(last.messages),
            requests=tokens,
            in_all=in_all,
        )
        before = last.messages


def _newest_turn(messages: list[Message]) -> list[Message]:
    return turns(messages)[-1]


def _lines(before: Sequence[Message], request: MessagesRequest) -> Iterator[Line]:
    for message, place in zip(request.messages, same_places(before, request.messages), strict=True):
        yield Line(
            role=str(message["role"]),
            text=clipped("; ".join(map(_words, blocks(message))), WIDTH),
            tokens=_tokens(message, request.model),
            again=place is not None,
        )


def _tokens(message: Message, model: Model) -> int:
    return message_tokens(message, model.letters_per_piece)


def _words(block: Block) -> str:
    match block["type"]:
        case "tool_use":
            return f"calls {block['name']} {json.dumps(block['input'])}"
        case "tool_result":
            return f"result {result_text(block)}"
        case _:
            return " ".join(str(block.get("text", "")).split())


def chat_html(turn: Turn) -> str:
    """Return what was said in a turn, as HTML."""
    return _said("Customer", "said", turn.said) + _said("Assistant", "replied", turn.replied)


def _said(who: str, kind: str, text: str) -> str:
    return f'<p class="tk-talk tk-talk--{kind}"><span class="tk-who">{who}</span> {escape(text)}</p>'


def sent_html(turn: Turn) -> str:
    """Return what a turn has sent, as HTML: its last request, message by message, and the tokens."""
    rows = [_row("system", f"instructions, prices and hours; {len(TOOLS)} tools", turn.fixed, turn.number > 1)]
    rows += [_row(line.role, line.text, line.tokens, line.again) for line in turn.lines]
    notes = []
    if len(turn.requests) > 1:
        sizes = " and ".join(f"{tokens:,}" for tokens in turn.requests)
        notes.append(f"{len(turn.requests)} requests, of {sizes} tokens. This is the last.")
    if turn.left_out:
        notes.append(f"Not sent: {_messages(turn.left_out)} from before.")
    note = f'<p class="tk-sent__note">{" ".join(notes)}</p>' if notes else ""
    return (
        f'<p class="tk-sent__head">Turn {turn.number}: {counted(turn)}</p>{note}'
        f'<ol class="tk-stack">{"".join(rows)}</ol>'
        f'<p class="tk-sent__figures"><span><strong>{sum(turn.requests):,}</strong> input tokens this turn</span> '
        f"<span><strong>{turn.in_all:,}</strong> in all</span></p>"
    )


def _row(role: str, text: str, tokens: int, again: bool) -> str:
    mark, name = ("sent again", "again") if again else ("new", "new")
    return (
        f'<li class="tk-row tk-row--{name}"><span class="tk-row__mark">{mark}</span> '
        f'<span class="tk-row__text"><b>{escape(role)}</b> {escape(text)}</span> '
        f'<span class="tk-row__tokens">{tokens:,}<span class="tk-unseen"> tokens</span></span></li>'
    )


def _messages(count: int) -> str:
    return f"{count} message{'' if count == 1 else 's'}"


def counted(turn: Turn) -> str:
    """Return how many messages a turn's last request holds, and how many of them were sent before, in words."""
    again = sum(line.again for line in turn.lines)
    return f"{_messages(len(turn.lines))}{f', {again} of them sent again' if again else ''}"


def told(turn: Turn) -> str:
    """Return a turn in words, for a screen reader."""
    return (
        f"Turn {turn.number}. Customer: “{turn.said}” Assistant: “{turn.replied}” Sent: {counted(turn)}; "
        f"{sum(turn.requests):,} input tokens this turn, {turn.in_all:,} in all."
    )


def remark(turn: Turn) -> str:
    """Return what there is to see in a turn that nobody has foreseen."""
    if turn.left_out:
        return f"The model saw the newest message, and none of the {turn.left_out} before it."
    return f"The model saw {'this message' if len(turn.lines) == 1 else 'these messages'}, and nothing else."


def answer(said: Sequence[str], *, with_list: bool) -> str:
    """Return a conversation up to its newest turn as JSON, for the page.

    Args:
        said: What the customer says, message by message; at least one.
        with_list: True to send all messages every time, False to send the newest turn alone.

    Returns:
        An object with `chat` and `sent`, which are HTML, and with `told` and `remark`, which are text.
    """
    played = list(play(said, with_list=with_list))
    newest = played[-1]
    parts = {"chat": "".join(map(chat_html, played)), "sent": sent_html(newest)}
    return json.dumps({**parts, "told": told(newest), "remark": remark(newest)})
