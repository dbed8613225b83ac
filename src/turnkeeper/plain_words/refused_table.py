"""A refused request as a table: which message and block is at fault, and what stands around it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from turnkeeper.history_table import clipped, message_rows
from turnkeeper.plain_words.refused import Refusal, ids_at_fault

_AROUND = 2
_MOST_MESSAGES = 12
_MOST_BLOCKS = 6
_WORDS = 60
_ROLE = 16
_AT_FAULT = "at fault"
_SAME_ID = "same id"


def as_data(refusal: Refusal) -> dict[str, Any] | None:
    """Return the table of a refused request as plain data; None when no message of it is at fault.

    Returns:
        `caption` and `rows`. A row is `{"left_out": number}` for messages
        that are not shown, or a message with `index`, `role`, `mark` and `blocks`. A block has `type`, `id`, `words`
        and `mark`; or it is `{"left_out": number}`, too. A mark is "at fault", "same id" or "".
    """
    messages = refusal.fields.get("messages")
    faulty = sorted({problem.message_index for problem in refusal.problems if problem.message_index is not None})
    if not faulty or not isinstance(messages, list):
        return None
    ids = ids_at_fault(refusal.problems)
    marks = _Marks(refusal, ids)
    rows: list[dict[str, Any]] = []
    after = 0
    for index in _shown(messages, faulty, ids):
        if index > after:
            rows.append({"left_out": index - after})
        rows.append(_row(index, messages[index], marks))
        after = index + 1
    if after < len(messages):
        rows.append({"left_out": len(messages) - after})
    number = len(messages)
    return {
        "caption": f"The refused request: {number:,} message{'s' * (number != 1)}",
        "rows": rows,
    }


def as_lines(refusal: Refusal, width: int = 75) -> list[str]:
    """Return the table of a refused request as lines of text; none when no message of it is at fault.

    Args:
        refusal: What the API refused.
        width: The most columns of a line.
    """
    data = as_data(refusal)
    if data is None:
        return []
    lines = [f"{data['caption']}. The one at fault is marked:"]
    for row in data["rows"]:
        if "left_out" in row:
            lines.append(f"      … {row['left_out']:,} messages not shown")
            continue
        message = refusal.fields["messages"][row["index"]]
        written = message_rows(row["index"], message, width - 2, digits=len(str(len(refusal.fields["messages"]))))
        lines += _signed(row, written)
    return lines


def _signed(row: Mapping[str, Any], written: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a message, with a sign at what is at fault; a line of text stands for each block."""
    place = 0
    for block in row["blocks"]:
        if "left_out" in block:
            place += block["left_out"]
            yield f"      … {block['left_out']:,} blocks not shown"
            continue
        faulty = _AT_FAULT in (block["mark"], row["mark"] if place == 0 else "")
        yield f"{'✗' if faulty else ' '} {written[place]}"
        place += 1
    yield from (f"  {line}" for line in written[place:])


class _Marks:
    def __init__(self, refusal: Refusal, ids: frozenset[str]) -> None:
        self._at = {(problem.message_index, problem.block_index) for problem in refusal.problems}
        self._ids = ids

    def of(self, message: int, block: int | None, id: str = "") -> str:
        if (message, block) in self._at:
            return _AT_FAULT
        return _SAME_ID if id and id in self._ids else ""

    def blocks(self, message: int) -> set[int]:
        return {block for place, block in self._at if place == message and block is not None}


def _shown(messages: Sequence[object], faulty: Sequence[int], ids: frozenset[str]) -> list[int]:
    """Return the places of the messages to show: those at fault, those with their ids, and those around them."""
    named = [index for index, message in enumerate(messages) if ids and not ids.isdisjoint(_ids_in(message))]
    shown: dict[int, None] = {}
    near = [index + by for by in (0, -1, 1, -2, 2) for index in faulty if 0 <= index + by < len(messages)]
    for index in [*faulty, *named, *near]:
        if len(shown) < _MOST_MESSAGES:
            shown[index] = None
    last = len(messages) - 1
    for index in list(shown):  # a gap of one is better shown than told
        for beside, beyond in ((index - 1, index - 2), (index + 1, index + 2)):
            ends = beside in (0, last)
            if len(shown) < _MOST_MESSAGES and 0 <= beside <= last and (ends or beyond in shown):
                shown[beside] = None
    return sorted(shown)


def _ids_in(message: object) -> Iterator[str]:
    for block in _blocks(message):
        if isinstance(block, Mapping) and (id := _id_of(block)):
            yield id


def _blocks(message: object) -> Sequence[object]:
    content = message.get("content") if isinstance(message, Mapping) else None
    return content if isinstance(content, list) else []


def _id_of(block: Mapping[str, Any]) -> str:
    id = block.get("tool_use_id") or block.get("id")
    return id if isinstance(id, str) else ""


def _row(index: int, message: object, marks: _Marks) -> dict[str, Any]:
    if not isinstance(message, Mapping):
        only = {"type": f"not a message but {_type(message)}", "id": "", "words": _cut(message), "mark": ""}
        return {"index": index, "role": "", "mark": marks.of(index, None), "blocks": [only]}
    role = message.get("role")
    return {
        "index": index,
        "role": _cut(role, _ROLE) if "role" in message else "no role",
        "mark": marks.of(index, None),
        "blocks": list(_described(index, message, marks)),
    }


def _described(index: int, message: Mapping[str, Any], marks: _Marks) -> Iterator[dict[str, Any]]:
    content = message.get("content")
    if "content" not in message:
        yield {"type": "no content", "id": "", "words": "", "mark": ""}
    elif isinstance(content, str):
        yield {"type": "text", "id": "", "words": _cut(content), "mark": marks.of(index, 0)}
    elif not isinstance(content, list):
        yield {"type": f"not blocks but {_type(content)}", "id": "", "words": _cut(content), "mark": ""}
    elif not content:
        yield {"type": "no blocks", "id": "", "words": "", "mark": ""}
    else:
        yield from _content(index, content, marks)
    if more := sorted(str(field) for field in set(message) - {"role", "content"}):
        yield {"type": "and also", "id": "", "words": _cut(", ".join(more)), "mark": ""}


def _content(index: int, content: Sequence[object], marks: _Marks) -> Iterator[dict[str, Any]]:
    after = 0
    for place in _blocks_shown(len(content), marks.blocks(index)):
        if place > after:
            yield {"left_out": place - after}
        yield _block(content[place], marks, index, place)
        after = place + 1
    if after < len(content):
        yield {"left_out": len(content) - after}


def _blocks_shown(number: int, faulty: set[int]) -> list[int]:
    near = [place + by for by in (0, -1, 1, -2, 2) for place in sorted(faulty) if 0 <= place + by < number]
    return sorted(list(dict.fromkeys([*near, *range(number)]))[:_MOST_BLOCKS])


def _block(block: object, marks: _Marks, index: int, place: int) -> dict[str, Any]:
    if not isinstance(block, Mapping):
        what = f"not a block but {_type(block)}"
        return {"type": what, "id": "", "words": _cut(block), "mark": marks.of(index, place)}
    id = _id_of(block)
    kind = _cut(block["type"]) if "type" in block else "no type"
    return {"type": kind, "id": id, "words": _words(block), "mark": marks.of(index, place, id)}


def _words(block: Mapping[str, Any]) -> str:
    match block.get("type"):
        case "tool_use":
            return _cut(f"{block.get('name')} {_json(block.get('input'))}")
        case "tool_result":
            return _cut(block.get("content", ""))
        case kind:
            return _cut(block.get(str(kind), block.get("content", "")))


def _cut(value: object, most: int = _WORDS) -> str:
    return clipped(value[: most + 1] if isinstance(value, str) else _json(value), most)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _type(value: object) -> str:
    return {"NoneType": "None", "str": "a text", "dict": "a dict", "int": "a number"}.get(
        type(value).__name__, f"a {type(value).__name__}"
    )
