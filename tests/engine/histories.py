"""Message histories for Hypothesis: valid ones, and near-valid ones that differ from a valid one in a few places.

Random JSON is refused at its first field and never reaches a rule. So a history begins as a conversation that any model
takes, and is then spoilt up to three times, in the ways in which programs do it: a message is dropped, a list is cut,
an id is renamed, a text is emptied, any value is replaced by any other.
"""

import copy
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

Json = Any
Draw = Callable[[st.SearchStrategy[Any]], Any]
History = list[dict[str, Any]]

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
"""A picture of one pixel (PNG, base64)."""

words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).map(lambda text: f"a{text}b")
"""Texts that are not blank and do not end in a blank."""
texts = st.one_of(st.sampled_from(["Hello.", "My name is Noor.", "Where is order 17?", "…", "{}"]), words)
blanks = st.sampled_from(["", " ", "\n\n", "\t", "\u3000"])
names = st.sampled_from(["find_order", "refund", "web_search", "a"])
ids = st.sampled_from(["toolu_1", "toolu_2", "toolu_3", "srvtoolu_1", "", "a b", "1"])
json_values: st.SearchStrategy[Json] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
    | blanks
    | st.sampled_from(["user", "assistant", "system", "text", "tool_use", "tool_result", "toolu_1", "ephemeral", "1h"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "text", "role", "content", "id", "é"]), inner, max_size=3)
    ),
    max_leaves=6,
)
"""Anything that JSON can hold and every program can read."""
tool_inputs = st.dictionaries(st.sampled_from(["order", "reason", "é"]), json_values, max_size=2)


def text_block(text: str) -> dict[str, Any]:
    """Return a text block."""
    return {"type": "text", "text": text}


markers = st.sampled_from([None, *({"type": "ephemeral", **ttl} for ttl in ({}, {"ttl": "5m"}, {"ttl": "1h"}))])
"""Markers for the cache."""
tools = st.lists(
    st.fixed_dictionaries(
        {"name": names, "input_schema": st.just({"type": "object", "properties": {"order": {"type": "integer"}}})},
        optional={"description": texts, "strict": st.booleans()},
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda tool: str(tool["name"]),
)
"""Definitions of tools."""
systems = st.one_of(st.none(), texts, st.lists(texts.map(text_block), min_size=1, max_size=2))
"""System prompts, as text and as blocks; None for no system prompt."""

pictures = st.sampled_from(
    [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}},
        {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}},
    ]
)
documents = texts.map(
    lambda text: {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": text}}
)
_thoughts = st.one_of(
    st.builds(
        lambda text: {"type": "thinking", "thinking": text, "signature": "from elsewhere"},
        st.one_of(st.just(""), texts),
    ),
    st.just({"type": "redacted_thinking", "data": "from elsewhere"}),
)


@st.composite
def valid_histories(
    draw: Draw, *, thinks: bool = False, must_think: bool = False, system_messages: bool = False, prefill: bool = False
) -> History:
    """Build conversations that the API takes: roles take turns, calls are answered, the last word is the user's.

    Args:
        draw: Given by Hypothesis.
        thinks: True for replies that may begin with thinking.
        must_think: True for replies that all do.
        system_messages: True when instructions may stand inside the list.
        prefill: True when the list may end with the assistant's message.
    """
    history: History = []
    calls = 0
    for _ in range(draw(st.integers(0, 2))):
        history.append({"role": "user", "content": draw(_user_content())})
        if system_messages and draw(st.booleans()):
            history.append(
                {"role": "system", "content": draw(st.one_of(texts, texts.map(lambda text: [text_block(text)])))}
            )
        while draw(st.integers(0, 2)):
            reply, results = draw(_round_of_calls(calls, thinks, must_think))
            calls += len(results)
            history += [{"role": "assistant", "content": reply}]
            history += [{"role": "user", "content": results + draw(st.lists(texts.map(text_block), max_size=1))}]
            if calls > 4:
                break
        history.append({"role": "assistant", "content": draw(_reply(thinks, must_think, calls))})
    if not (history and prefill and draw(st.booleans())):
        history.append({"role": "user", "content": draw(_user_content())})
    return history


def _user_content() -> st.SearchStrategy[Json]:
    return st.one_of(texts, st.lists(st.one_of(texts.map(text_block), pictures, documents), min_size=1, max_size=3))


@st.composite
def _round_of_calls(draw: Draw, first: int, thinks: bool, must_think: bool) -> tuple[list[Json], list[Json]]:
    """Build the assistant's message with one to three calls, and their results in any order."""
    numbers = range(first + 1, first + 1 + draw(st.integers(1, 3)))
    calls = [{"type": "tool_use", "id": f"toolu_{n}", "name": draw(names), "input": draw(tool_inputs)} for n in numbers]
    said = draw(st.lists(texts.map(text_block), max_size=1))
    results = [draw(_result(f"toolu_{number}")) for number in draw(st.permutations(numbers))]
    return [*draw(_thinking(thinks, must_think)), *said, *calls], results


@st.composite
def _result(draw: Draw, id: str) -> Json:
    block = {"type": "tool_result", "tool_use_id": id}
    content = draw(
        st.one_of(st.none(), texts, blanks, st.lists(st.one_of(texts.map(text_block), pictures), max_size=2))
    )
    if content is not None:
        block["content"] = content
    return block | draw(st.sampled_from([{}, {"is_error": True}, {"is_error": False}]))


def _thinking(thinks: bool, must_think: bool) -> st.SearchStrategy[list[Json]]:
    return st.lists(_thoughts, min_size=int(must_think), max_size=int(thinks or must_think))


@st.composite
def _reply(draw: Draw, thinks: bool, must_think: bool, calls: int) -> Json:
    text = draw(texts)
    if not must_think and draw(st.booleans()):
        return text
    blocks = draw(_thinking(thinks, must_think))
    if draw(st.integers(0, 5)) == 0:
        id = f"srvtoolu_{calls}"
        page = {
            "type": "web_search_result",
            "encrypted_content": "x",
            "title": draw(texts),
            "url": "https://example.com",
        }
        blocks.append({"type": "server_tool_use", "id": id, "name": "web_search", "input": {"query": draw(texts)}})
        blocks.append({"type": "web_search_tool_result", "tool_use_id": id, "content": [page]})
    return [*blocks, text_block(text)]


def spoil(draw: Draw, history: History, *, most: int = 3) -> History:
    """Return a history that was changed in up to so many of the ways of `SPOILT`.

    Args:
        draw: Given by Hypothesis.
        history: A history that is valid as yet. It is not changed.
        most: The most changes.
    """
    for _ in range(draw(st.integers(0, most))):
        history = copy.deepcopy(history)  # each time: what a strategy gave is not ours to change
        if history:
            draw(st.sampled_from(SPOILT))(draw, history)
    return history


def _drop(draw: Draw, history: History) -> None:
    del history[draw(_index(history))]


def _duplicate(draw: Draw, history: History) -> None:
    place = draw(_index(history))
    history.insert(draw(st.integers(0, len(history))), copy.deepcopy(history[place]))


def _swap(draw: Draw, history: History) -> None:
    one, other = draw(_index(history)), draw(_index(history))
    history[one], history[other] = history[other], history[one]


def _slice(draw: Draw, history: History) -> None:
    first = draw(_index(history))
    del history[: first if draw(st.booleans()) else 0], history[draw(st.integers(1, 6)) :]


def _split(draw: Draw, history: History) -> None:
    """Cut one message into two of the same role."""
    place = draw(_index(history))
    blocks = _blocks_of(history[place])
    if blocks:
        cut = draw(st.integers(0, len(blocks)))
        head, tail = ({**history[place], "content": part} for part in (blocks[:cut], blocks[cut:]))
        history[place : place + 1] = [head, tail]


def _join(draw: Draw, history: History) -> None:
    place = draw(_index(history))
    if place and isinstance(history[place - 1], dict):
        before, after = _blocks_of(history[place - 1]), _blocks_of(history[place])
        if before is not None and after is not None:
            history[place - 1 : place + 1] = [{**history[place - 1], "content": before + after}]


def _change_role(draw: Draw, history: History) -> None:
    message = history[draw(_index(history))]
    if isinstance(message, dict):
        message["role"] = draw(st.sampled_from(["user", "assistant", "system", "tool", ""]))


def _move_block(draw: Draw, history: History) -> None:
    lists = [
        blocks
        for message in history
        if isinstance(message, dict) and isinstance(blocks := message.get("content"), list)
    ]
    if lists:
        here, there = draw(st.sampled_from(lists)), draw(st.sampled_from(lists))
        if here:
            block = here.pop(draw(_index(here)))
            there.insert(draw(st.integers(0, len(there))), block)


def _insert_block(draw: Draw, history: History) -> None:
    lists = [
        blocks
        for message in history
        if isinstance(message, dict) and isinstance(blocks := message.get("content"), list)
    ]
    if lists:
        blocks = draw(st.sampled_from(lists))
        blocks.insert(
            draw(st.integers(0, len(blocks))),
            copy.deepcopy(draw(st.one_of(strange_blocks, pictures, documents, _thoughts))),
        )


strange_blocks = st.one_of(
    st.builds(lambda id: {"type": "tool_use", "id": id, "name": "refund", "input": {}}, ids),
    st.builds(lambda id: {"type": "tool_result", "tool_use_id": id, "content": "done"}, ids),
    st.builds(lambda id: {"type": "server_tool_use", "id": id, "name": "web_search", "input": {}}, ids),
    st.builds(lambda id: {"type": "web_search_tool_result", "tool_use_id": id, "content": []}, ids),
    st.builds(lambda id: {"type": "mcp_tool_use", "id": id, "name": "x", "server_name": "y", "input": {}}, ids),
    st.builds(lambda id: {"type": "mcp_tool_result", "tool_use_id": id, "content": []}, ids),
    blanks.map(text_block),
    st.just({"type": "text", "text": "quoted", "citations": [{"type": "char_location"}]}),
    st.just({"type": "search_result", "content": [], "source": "https://example.com", "title": "x"}),
    st.just({"type": "tool_reference", "tool_name": "refund"}),
    st.just({"type": "tool_addition", "tool": {"name": "refund"}}),
    st.just({"type": "image_url"}),
)
"""Blocks that are rare, or in the wrong place wherever they stand."""


def _rename_id(draw: Draw, history: History) -> None:
    places = [(at, key) for at, key in _places(history) if key in ("id", "tool_use_id")]
    if places:
        container, key = draw(st.sampled_from(places))
        container[key] = draw(ids)


def _empty_text(draw: Draw, history: History) -> None:
    places = [(at, key) for at, key in _places(history) if key in ("text", "content", "thinking", "signature", "data")]
    if places:
        container, key = draw(st.sampled_from(places))
        container[key] = draw(st.one_of(blanks, blanks.map(lambda text: f"end{text}")))


def _touch_thinking(draw: Draw, history: History) -> None:
    """Change a thinking block, leave it out, or let the list end with it."""
    thoughts = [at for at, key in _places(history) if key == "thinking"]
    if thoughts:
        block = draw(st.sampled_from(thoughts))
        match draw(st.sampled_from(["text", "signature", "gone", "last"])):
            case "text":
                block["thinking"] += draw(texts)
            case "signature":
                block.pop("signature", None)
            case "gone":
                block.clear()
                block.update(text_block("I thought about it."))
            case "last":
                history.append({"role": "assistant", "content": [dict(block)]})


def _mark(draw: Draw, history: History) -> None:
    """Set markers for the cache, as many as six."""
    places = [at for at, key in _places(history) if key == "type"]
    for _ in range(draw(st.integers(1, 6))) if places else ():
        draw(st.sampled_from(places))["cache_control"] = draw(markers)


def _add_key(draw: Draw, history: History) -> None:
    mappings = [message for message in history if isinstance(message, dict)] + [
        at for at, key in _places(history) if key == "type"
    ]
    if mappings:
        key = draw(
            st.sampled_from(["bogus", "citations", "caller", "cache_control", "id", "clear_at", "output_config", ""])
        )
        draw(st.sampled_from(mappings))[key] = draw(json_values)


def _replace_anything(draw: Draw, value: Json) -> None:
    """Replace one value anywhere in a list or mapping by any other, or take it out."""
    places = list(_places(value))
    if places:
        container, key = draw(st.sampled_from(places))
        if draw(st.integers(0, 3)):
            container[key] = draw(json_values)
        else:
            del container[key]


def with_something_else(draw: Draw, value: Json) -> Json:
    """Return a list or mapping in which one value, at any depth, is another, or is missing."""
    changed = copy.deepcopy(value)
    _replace_anything(draw, changed)
    return changed


SPOILT: tuple[Callable[[Draw, History], None], ...] = (
    _drop,
    _duplicate,
    _swap,
    _slice,
    _split,
    _join,
    _change_role,
    _move_block,
    _insert_block,
    _rename_id,
    _empty_text,
    _touch_thinking,
    _mark,
    _add_key,
    _replace_anything,
)
"""The ways in which a history is spoilt."""


def _index(items: list[Any]) -> st.SearchStrategy[int]:
    return st.integers(0, len(items) - 1)


def _blocks_of(message: Json) -> list[Json] | None:
    content = message.get("content") if isinstance(message, dict) else None
    return [text_block(content)] if isinstance(content, str) else content if isinstance(content, list) else None


def _places(value: Json) -> Iterator[tuple[Any, Any]]:
    """Find every value inside a list or mapping, as its container and its key or index."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield value, key
        yield from _places(inner)
