"""A history as lines that a summariser reads: who said what, which tool was called, and what came of it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from turnkeeper.messages import THOUGHT, Block, Message, blocks, plain_block
from turnkeeper.summarizing.summary_message import earlier_summary
from turnkeeper.summarizing.tags import without_tags

EMPTY = "(empty)"
"""What a result without content says: the call was answered."""

_NOT_READ = ("type", "cache_control", "signature", "data", "source", "encrypted_content", "tool_use_id", "id", "caller")
_LABEL = re.compile(
    r"(?<=\n)(?=[ \t]*+(?:user|assistant|system|call of|result of|earlier summary)\b[^\n:]{0,200}:)", re.IGNORECASE
)


class Line(NamedTuple):
    """What one content block says.

    Attributes:
        label: Who says it, such as "user" or "result of find_order".
        text: What is said; it may hold line breaks.
    """

    label: str
    text: str

    def __str__(self) -> str:
        return f"{self.label}: {self.text}"


class _Call(NamedTuple):
    """A call: its place among all calls, and what it is called in its label, which is one line."""

    place: int
    name: str

    @classmethod
    def of(cls, place: int, block: Block) -> Self:
        return cls(place, " ".join(str(block.get("name", "a tool")).split()))


def transcript(messages: Sequence[Message]) -> list[list[Line]]:
    """Return what each message of a history says, as lines for a summariser.

    Thinking is left out, and so is what says nothing. Images, and documents that hold no text, leave a word in their
    place. Results stand in the order of their calls. Nothing in a line can end the transcript's tag, and what looks
    like the label of another line is quoted with "> ", so that nobody speaks in another's name.

    Args:
        messages: The messages. An earlier summary in front counts as what it tells, and its acknowledgement as nothing.

    Returns:
        A list of lines for each message, empty for one that says nothing.
    """
    calls: dict[object, _Call] = {}
    for message in messages:
        for block in blocks(message):
            if str(block.get("type")).endswith("tool_use"):
                calls[block.get("id")] = _Call.of(len(calls), block)
    earlier, opens = earlier_summary(messages)
    said = [list(_lines(message, calls)) for message in messages]
    if earlier:
        said[:opens] = [[_summed_up(earlier.text)], *[[]] * (opens - 1)]
    return [[_harmless(line) for line in lines] for lines in said]


def _harmless(line: Line) -> Line:
    return Line(without_tags(line.label), _LABEL.sub("> ", without_tags(line.text)))


def _lines(message: Message, calls: Mapping[object, _Call]) -> Iterator[Line]:
    for block in sorted(blocks(message), key=lambda block: _place(block, calls)):
        line = _line(str(message["role"]), block, calls)
        if line.text.strip():
            yield line


def _place(block: Block, calls: Mapping[object, _Call]) -> int:
    """Return where a block stands among its neighbours: results in the order of their calls, and first."""
    call = calls.get(block.get("tool_use_id")) if block.get("type") == "tool_result" else None
    return call.place if call else len(calls)


def _line(role: str, block: Block, calls: Mapping[object, _Call]) -> Line:
    kind = str(block.get("type"))
    if kind in THOUGHT:
        return Line(role, "")
    if kind == "compaction":
        return _summed_up(str(block.get("content") or ""))
    if kind.endswith("tool_use"):
        return Line(f"call of {calls[block.get('id')].name}", _as_json(block.get("input", {})))
    if kind.endswith("tool_result"):
        call = calls.get(block.get("tool_use_id"))
        error = " (error)" if block.get("is_error") else ""
        return Line(f"result of {call.name if call else 'a tool'}{error}", _words_in(block.get("content")) or EMPTY)
    return Line(role, _words(block))


def _summed_up(text: str) -> Line:
    """A summary stands on lines of its own: one that keeps whole sentences would take the label for a part of one."""
    return Line("earlier summary", f"\n{text}")


def _words(block: Block) -> str:
    """Return what a block says that is neither a call nor its result."""
    kind = str(block.get("type"))
    match block:
        case {"type": "text", "text": str(text)}:
            return text
        case {"type": "document", "source": {"type": "text", "data": words} | {"type": "content", "content": words}}:
            return f"{_headed(block)}\n{_words_in(words)}"
        case {"type": "image" | "document"}:
            return _headed(block)
        case {"type": "search_result", "source": source, "content": words}:
            return f"{_headed(block)} {source}\n{_words_in(words)}"
    return f"[{kind}] {_as_json({key: value for key, value in block.items() if key not in _NOT_READ})}"


def _headed(block: Block) -> str:
    """Return the type of a block in brackets, with the title and the context that it may have."""
    heads = [str(block[name]) for name in ("title", "context") if block.get(name)]
    return f"[{': '.join([str(block['type']), *heads])}]"


def _words_in(content: Any) -> str:
    """Return what stands inside a result or a document."""
    if isinstance(content, str):
        return content
    if isinstance(content, Mapping):  # the answer of a server tool that failed
        return _words(content)
    return "\n".join(_words(plain_block(block)) for block in content or ())


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
