"""What the tests of the pictures share."""

import re
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

from turnkeeper import ScriptedModel, connect
from turnkeeper.messages import Message
from turnkeeper.models import DEFAULT_MODEL
from turnkeeper.offline import MessagesRequest
from turnkeeper.scripts import reader
from turnkeeper.view import View

CALL = {"type": "tool_use", "id": "toolu_1", "name": "find_order", "input": {"order": 17}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "It comes tomorrow."}
HISTORY: list[Message] = [
    {"role": "user", "content": "Where is order 17?"},
    {"role": "assistant", "content": [{"type": "thinking", "thinking": "Look it up.", "signature": "x"}, CALL]},
    {"role": "user", "content": [RESULT]},
    {"role": "assistant", "content": "It comes tomorrow."},
    {"role": "user", "content": "Thank you."},
]


def conversation(*said: str, **fields: Any) -> tuple[list[MessagesRequest], list[Any]]:
    """Return the requests of a conversation with the scripted reader, and the usages of its replies."""
    model = ScriptedModel(reader)
    client = connect(model)
    history: list[Any] = []
    usages = []
    for text in said:
        history.append({"role": "user", "content": text})
        reply = client.messages.create(model=DEFAULT_MODEL, max_tokens=100, messages=history, **fields)
        history.append({"role": "assistant", "content": reply.content})
        usages.append(reply.usage)
    return model.requests, usages


class Reader(HTMLParser):
    """What a screen reader finds in a piece of HTML: tables of rows of cells, without what is hidden from it.

    Raises AssertionError when the tags do not match.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.captions: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(html)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        hidden = ("aria-hidden", "true") in attrs or (bool(self._open) and self._open[-1][1])
        self.tags.append((tag, dict(attrs)))
        self._open.append((tag, hidden))
        if hidden:
            return
        match tag:
            case "table":
                self.tables.append([])
            case "caption":
                self.captions.append("")
            case "tr":
                self.tables[-1].append([])
            case "td" | "th":
                self.tables[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        names = [name for name, _ in self._open]
        if self._open and self._open[-1][1]:
            return
        if "td" in names or "th" in names:
            self.tables[-1][-1][-1] += data
        elif "caption" in names:
            self.captions[-1] += data


def tables(view: View) -> list[list[list[str]]]:
    """Return the tables of a picture as a screen reader finds them."""
    return Reader(view.to_html()).tables


def svg(view: View) -> ElementTree.Element:
    """Return a picture as a parsed SVG document."""
    return ElementTree.fromstring(view.to_svg())


def svg_text(view: View) -> str:
    """Return the description of a picture's SVG."""
    return svg(view).findtext("{http://www.w3.org/2000/svg}desc") or ""


def number(text: str) -> int:
    """Return the number that a cell begins with."""
    found = re.match(r"[\d,]+", text)
    assert found, text
    return int(found[0].replace(",", ""))


def held(words: str) -> int:
    """Return the tokens of a list such as "user text 20, thinking 4", added up."""
    return sum(number(part.rpartition(" ")[2]) for part in words.split(": ")[-1].split(";")[0].split(", "))
