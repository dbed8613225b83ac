"""What `exercises/place_breakpoints.py` has to do. Run it with `pytest exercises/test_place_breakpoints.py`."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

import anthropic
import pytest
from anthropic.types import TextBlock, ThinkingBlock, ToolUseBlock

from turnkeeper import ScriptedModel, connect
from turnkeeper.grading import call, expect, plain, shown
from turnkeeper.history_table import history_table
from turnkeeper.messages import plain_block
from turnkeeper.scripts import Shop, shop, shop_assistant

Request = dict[str, Any]
Place = tuple[str | int, ...]

MARK = {"type": "ephemeral"}
HOUR = {"type": "ephemeral", "ttl": "1h"}
IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/bicycle.png"}}
BILL = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "A chain: 38 euros."}}
THINKING = {"type": "thinking", "thinking": "What squeaks?", "signature": "offline"}
REDACTED = {"type": "redacted_thinking", "data": "b2ZmbGluZQ=="}
CALLED = "place_breakpoints(request)"


def text(words: str, **fields: Any) -> dict[str, Any]:
    """Return a text block."""
    return {"type": "text", "text": words, **fields}


def user(content: Any) -> dict[str, Any]:
    """Return a message of the user."""
    return {"role": "user", "content": content}


def assistant(content: Any) -> dict[str, Any]:
    """Return a message of the assistant."""
    return {"role": "assistant", "content": content}


def a_call(id: str, **fields: Any) -> dict[str, Any]:
    """Return a call of a tool."""
    return {"type": "tool_use", "id": id, "name": "look_up", "input": {"order": "3107"}, **fields}


def a_result(id: str, content: Any, **fields: Any) -> dict[str, Any]:
    """Return a result of a tool."""
    return {"type": "tool_result", "tool_use_id": id, "content": content, **fields}


def asked(messages: Sequence[Any], **fields: Any) -> Request:
    """Return a request of the shop: its tools, its system prompt as a block, and these messages."""
    request = {
        "model": "claude-haiku-5-5",
        "max_tokens": 1024,
        "system": [text(shop.SYSTEM)],
        "tools": shop.TOOLS,
        "messages": list(messages),
        **fields,
    }
    return {name: value for name, value in request.items() if value is not None}


def marked(answer: ModuleType, request: Request, called: str = CALLED) -> Request:
    """Return what the answer makes of a request, and require a request."""
    got = call(answer.place_breakpoints, request, called=called)
    whole = isinstance(got, Mapping) and isinstance(got.get("messages"), list | tuple)
    whole = whole and all(isinstance(m, Mapping) and "content" in m for m in got["messages"])
    whole = whole and all(isinstance(tool, Mapping) for tool in got.get("tools") or ())
    expect(
        whole and isinstance(got.get("system") or "", str | list | tuple),
        called=called,
        got="None: nothing is returned" if got is None else shown(got),
        expected="a dict with the arguments of messages.create(), messages among them",
        why="It goes straight into the call: client.messages.create(**place_breakpoints(request)).",
    )
    return dict(got)


def as_blocks(content: Any) -> list[Any]:
    """Return the blocks of a content as mappings; what is none stays as it is."""
    if isinstance(content, str):
        return [text(content)] if content else []
    found = []
    for block in content if isinstance(content, list | tuple) else ():
        try:
            found.append(dict(plain_block(block)))
        except TypeError:
            found.append(block)
    return found


def places(request: Mapping[str, Any]) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    """Yield all that a marker may stand on, each with its place in the request."""
    yield (), request
    for name in ("tools", "system"):
        for at, item in enumerate(as_blocks(request.get(name))):
            yield (name, at), item if isinstance(item, Mapping) else {}
    for number, message in enumerate(request["messages"]):
        yield ("messages", number), message
        for at, block in enumerate(as_blocks(message["content"])):
            if isinstance(block, Mapping):
                yield ("messages", number, at), block
                if block.get("type") == "tool_result":
                    for inner, part in enumerate(as_blocks(block.get("content"))):
                        yield ("messages", number, at, "content", inner), part if isinstance(part, Mapping) else {}


def marks(request: Mapping[str, Any]) -> dict[Place, Any]:
    """Return the markers of a request by their places."""
    return {place: item["cache_control"] for place, item in places(request) if item.get("cache_control") is not None}


def path(place: Place) -> str:
    """Return a place as the API writes it: messages.4.content.0."""
    if not place:
        return "the request itself"
    if place[0] == "messages" and len(place) > 2:
        place = (*place[:2], "content", *place[2:])
    return ".".join(map(str, place))


def listed(found: Mapping[Place, Any]) -> str:
    """Return where markers are, in words."""
    return "markers on " + ", ".join(map(path, found)) if found else "no marker"


def usage_of(client: anthropic.Anthropic, request: Request, called: str) -> anthropic.types.Usage:
    """Return the usage of a call, and require that the API takes the request."""
    refused = ""
    try:
        return client.messages.create(**request).usage
    except anthropic.APIStatusError as error:
        body = error.body if isinstance(error.body, Mapping) else {}
        inside = body.get("error")
        refused = str(inside.get("message") if isinstance(inside, Mapping) else error)
    except TypeError as error:
        refused = str(error)
    expect(
        False,
        called=called,
        got=f"a request with {listed(marks(request))}, which is refused: {refused}",
        expected="a request that the API takes",
        why="A request that is refused gets no answer, cached or not.",
    )
    raise AssertionError


def whole(usage: anthropic.types.Usage) -> int:
    """Return the tokens of the whole prompt."""
    return usage.input_tokens + (usage.cache_creation_input_tokens or 0) + (usage.cache_read_input_tokens or 0)


def shop_client() -> anthropic.Anthropic:
    """Return a client of the shop's assistant, with an empty cache."""
    return connect(ScriptedModel(shop_assistant))


TWO_CUSTOMERS = ("When do you close?", "How much is a chain?")
PAIR = [user([text("It squeaks.")]), assistant([text("When?")])]
SECOND = text("Today the workshop closes at 16:00.")


@pytest.mark.hint(
    "A second customer has the same tools and the same system prompt, and says something else. Up to where do the two "
    "requests agree?",
    "Up to the end of the system prompt. The marker belongs on its last text block; a string becomes a list of one.",
    "Without a system prompt, the stable part ends with the last tool.",
)
def test_the_stable_part_is_marked_at_its_end(answer: ModuleType) -> None:
    """Another customer's first call reads all of the tools and the system prompt, whatever form they have."""
    cases: list[tuple[dict[str, Any], Place, str]] = [
        ({}, ("system", 0), "system is a list of one block"),
        ({"system": shop.SYSTEM}, ("system", 0), "system is a string"),
        ({"system": [text(shop.SYSTEM), SECOND]}, ("system", 1), "system has two blocks"),
        ({"system": [text(shop.SYSTEM), text("Go.")]}, ("system", 1), "the last block of system is short"),
        ({"system": None}, ("tools", 2), "there is no system, only tools"),
        ({"system": None, "tools": shop.TOOLS[:2]}, ("tools", 1), "there is no system, only two tools"),
        ({"system": shop.SYSTEM * 8, "tools": None}, ("system", 0), "there are no tools, only system"),
        ({"system": [text(shop.SYSTEM * 8)], "tools": []}, ("system", 0), "tools is an empty list"),
    ]
    for fields, place, where in cases:
        first, second = (asked([user(said)], **fields) for said in TWO_CUSTOMERS)
        called = f"{CALLED} for the first calls of two customers, where {where}"
        right = reading(where_marked(first, place), where_marked(second, place), called)
        assert right > 0, "the request of the grader is too short to be cached"
        one, other = marked(answer, first, called), marked(answer, second, called)
        read = reading(one, other, called)
        expect(
            read == right,
            called=called,
            got=f"the second call reads {read:,} tokens; {listed(marks(other))}",
            expected=f"it reads {right:,} tokens, with a marker on {path(place)}",
            why="An entry ends at a marker, and this is where the two requests part.",
        )
    for fields in ({"system": None, "tools": None}, {"system": None, "tools": []}):
        request = asked([user("When do you close?")], **fields)
        found = {
            place: mark
            for place, mark in marks(marked(answer, request)).items()
            if place[:1] in (("system",), ("tools",))
        }
        expect(
            not found,
            called=f"{CALLED}, where there is neither system nor a tool",
            got=listed(found),
            expected="no marker but the one in the newest message",
            why="There is nothing that is the same for all customers.",
        )


def where_marked(request: Request, place: Place) -> Request:
    """Return a request with a marker of the grader's on a tool or on a block of the system prompt."""
    name, at = place
    items = as_blocks(request[str(name)])
    items[int(at)] = {**items[int(at)], "cache_control": MARK}
    return {**request, str(name): items}


def reading(first: Request, second: Request, called: str) -> int:
    """Return what the second of two requests reads when the first was sent before it."""
    client = shop_client()
    usage_of(client, first, called)
    return usage_of(client, second, called).cache_read_input_tokens or 0


def played(client: anthropic.Anthropic, said: Sequence[Any]) -> Iterator[list[dict[str, Any]]]:
    """Yield the messages of each call of a conversation with the shop, plain and without markers."""
    book, history = Shop(), []
    for content in said:
        history.append(user(content))
        while True:
            yield copy.deepcopy(history)
            response = client.messages.create(**asked(history))
            history.append(assistant([dict(plain_block(block)) for block in response.content]))
            calls = [block for block in response.content if block.type == "tool_use"]
            if not calls:
                break
            history.append(user([book.run(block) for block in calls]))


SAID: tuple[Any, ...] = (
    [IMAGE, text("My name is Noor.")],  # the first image in a conversation spoils the messages: it is there at once
    "Is order 3107 ready? And is order 3112 ready?",
    [IMAGE, text("How much is a chain?")],
    [text("Here is a picture."), IMAGE],
    [text("And here is the bill."), BILL],
    "Please add a chain to order 3107.",
    "Thank you.",
    [text("I see."), text("?")],
    "!",
)


@pytest.mark.hint(
    "Print the usage of a few turns. Which of the three fields should be 0 on every turn?",
    "Nothing stands behind the last marker when it is on the last block of the last message: input_tokens is 0.",
    "The last block may be of any kind: a text, an image, a document, a tool_result.",
)
def test_every_call_reads_all_that_the_one_before_sent(answer: ModuleType) -> None:
    """Over a conversation with tools, each call reads the whole request before it and writes only what is new."""
    client, before = shop_client(), 0
    for number, messages in enumerate(played(shop_client(), SAID), 1):
        called = f"{CALLED} for call {number} of a conversation, whose newest message is\n"
        called += history_table(messages[-1:])
        request = marked(answer, asked(messages), called)
        usage = usage_of(client, request, called)
        read, written = usage.cache_read_input_tokens or 0, usage.cache_creation_input_tokens or 0
        expect(
            (usage.input_tokens, read) == (0, before),
            called=called,
            got=f"{read:,} tokens read, {written:,} written, {usage.input_tokens:,} behind the last marker; "
            f"{listed(marks(request))}",
            expected=f"{before:,} read, {whole(usage) - before:,} written, 0 behind the last marker",
            why="What is not marked to its end now is paid for in full on the next call.",
        )
        before = whole(usage)
    asks = [*PAIR, user("Is order 3107 ready?"), assistant([text("I look."), a_call("a")])]
    ends: list[tuple[list[Any], Place]] = [
        (asks, ("messages", 3, 1)),
        ([*asks, user([a_result("a", "")])], ("messages", 4, 0)),
        ([*asks, user([a_result("a", [text("yes"), text("today")])])], ("messages", 4, 0)),
        ([*asks, user([a_result("a", [IMAGE])])], ("messages", 4, 0)),
    ]
    for messages, place in ends:
        called = f"{CALLED}, whose newest message is\n{history_table(messages[-1:])}"
        found = marks(marked(answer, asked(messages), called))
        ok = place in found or () in found  # at the top it counts as one at the end, and has to go for another reason
        why = "The end of the newest message is its last block, and not what is in it."
        expect(ok, called=called, got=listed(found), expected=f"a marker on {path(place)}", why=why)


def marks_the_end(answer: ModuleType) -> bool:
    """Tell whether an answer marks the end of a plain request; that it does is a requirement of its own."""
    plain_request = asked([*PAIR, user([text("It rains."), text("Is that bad?")])])
    return ("messages", 2, 1) in marks(marked(answer, plain_request))


def marks_at(answer: ModuleType, place: Place) -> bool:
    """Tell whether an answer marks the end of a plain stable part; that it does is a requirement of its own."""
    plain_request = asked(PAIR[:1], system=[text("Be brief."), SECOND] if place[0] == "system" else None)
    return (place[0], {"system": 1, "tools": 2}[str(place[0])]) in marks(marked(answer, plain_request))


@pytest.mark.hint(
    "Which block of the last message do you mark when the last one is thinking, or a text without a character?",
    "Go backwards, block by block, to the first that is neither thinking nor redacted_thinking nor an empty text.",
    "When a message has none, go on with the message in front of it. In system, too, an empty text is passed over.",
)
def test_what_cannot_be_marked_is_passed_over(answer: ModuleType) -> None:
    """Thinking and empty texts carry no marker: it goes to the last block before them that can."""
    ends = marks_the_end(answer)
    cases: list[tuple[list[Any], Place]] = [
        ([user([text("Look."), text("")])], ("messages", 0, 0)),
        ([user([text("Look."), text("And here."), text(""), text("")])], ("messages", 0, 1)),
        ([*PAIR, user("It rains."), assistant([text("I see."), THINKING])], ("messages", 3, 0)),
        ([*PAIR, user("It rains."), assistant([text("I see."), REDACTED, THINKING])], ("messages", 3, 0)),
        ([*PAIR, user("It rains."), assistant([THINKING, text("I see.")])], ("messages", 3, 1)),
        ([*PAIR, user([text("")])], ("messages", 1, 0)),
        ([*PAIR, user("It rains."), assistant([REDACTED])], ("messages", 2, 0)),
        ([*PAIR, user([text("It rains."), text("")]), assistant([THINKING]), user("")], ("messages", 2, 0)),
        ([*PAIR, user("It rains."), assistant([])], ("messages", 2, 0)),
    ]
    for messages, place in cases:
        called = f"{CALLED}, whose messages are\n{history_table(messages)}"
        got = marked(answer, asked(messages), called)
        passed(got, called)
        found = {at: mark for at, mark in marks(got).items() if at[:1] == ("messages",)}
        expect(
            not ends or place in found,
            called=called,
            got=listed(found),
            expected=f"a marker on {path(place)}",
            why="As much as can be marked should be read on the next call.",
        )
    for system, place in (
        ([text(shop.SYSTEM), text("")], ("system", 0)),
        ([text(shop.SYSTEM), text(""), text("")], ("system", 0)),
        ("", ("tools", 2)),
        ([], ("tools", 2)),
        ([text(""), text("")], ("tools", 2)),
    ):
        called = f"{CALLED}, where system is {shown(system)}"
        got = marked(answer, asked(PAIR[:1], system=system), called)
        passed(got, called)
        expect(
            not marks_at(answer, place) or place in marks(got),
            called=called,
            got=listed(marks(got)),
            expected=f"a marker on {path(place)}",
            why="The stable part ends with the last thing that says something.",
        )


def passed(request: Request, called: str) -> None:
    """Require that nothing carries a marker which the API takes none on."""
    for place, item in places(request):
        kind = item.get("type")
        cannot = kind in ("thinking", "redacted_thinking") or (kind == "text" and not item.get("text"))
        expect(
            not (cannot and item.get("cache_control") is not None),
            called=called,
            got=f"a marker on {path(place)}, which is {'an empty text' if kind == 'text' else kind}",
            expected="no marker there",
            why="The API refuses such a request.",
        )


def old_marks() -> Request:
    """Return a request with markers in all places."""
    first, second, *others = shop.TOOLS
    return asked(
        [
            user([text("Is order 3107 ready?", cache_control=MARK), text("I am in a hurry.")]),
            assistant([text("I look.", cache_control=HOUR), a_call("a"), a_call("b", cache_control=MARK)]),
            user(
                [
                    a_result("a", [text("yes"), text("today", cache_control=MARK)]),
                    a_result("b", "no", cache_control=MARK),
                ]
            ),
            assistant([text("It is.", cache_control=MARK), text("Collect it today.")]),
            user([text("Thank you."), text("And order 3112?", cache_control=HOUR)]),
        ],
        system=[text("Be brief."), text(shop.SYSTEM, cache_control=MARK), text("Be kind.", cache_control=HOUR)],
        tools=[{**first, "cache_control": HOUR}, {**second, "cache_control": MARK}, *others],
        cache_control=HOUR,
    )


@pytest.mark.hint(
    "Your app keeps the marked messages, and appends to them. How many markers has the request of turn 5?",
    "Take all markers off first, then set the two. They may be on tools, on blocks of system and of messages, on the "
    "blocks in a tool_result's content, and at the top of the request.",
    "In one of the two places the old marker goes, too: it may be one for an hour.",
)
def test_all_other_markers_go(answer: ModuleType) -> None:
    """Old markers are gone: two is the most, also when the marked messages are kept and sent again, turn by turn."""
    request = old_marks()
    called = f"{CALLED}, where markers are everywhere"
    stays: tuple[Place, ...] = (("system", 2), ("messages", 4, 1))
    found = marks(marked(answer, request, called))
    left = {place: mark for place, mark in found.items() if place in marks(request) and place not in stays}
    why = "Four markers are the most that a request may have, and each turn would add one."
    expect(not left, called=called, got=listed(left), expected="none of the old markers", why=why)
    for place in stays:
        mark = found.get(place, MARK)
        expect(
            isinstance(mark, Mapping) and mark.get("type") == "ephemeral" and mark.get("ttl", "5m") == "5m",
            called=called,
            got=f"{mark!r} on {path(place)}",
            expected=f"{MARK} on {path(place)}",
            why="A marker for an hour costs more, and may not stand behind one for five minutes.",
        )
    messages: list[Any] = []
    client = shop_client()
    for number in range(1, 8):
        messages = [*messages, user([text(f"Question {number}."), text("How much is a chain?")])]
        called = f"{CALLED} for turn {number}, with the marked messages of turn {number - 1} in it"
        request = marked(answer, asked(messages, system=[text("Be brief."), text(shop.SYSTEM)]), called)
        expect(len(marks(request)) <= 2, called=called, got=listed(marks(request)), expected="two at most", why=why)
        usage_of(client, request, called)
        messages = [*request["messages"], assistant([text("38 euros.")])]


def stripped(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return a request without markers, in one form."""
    bare = {name: value for name, value in request.items() if name != "cache_control"}
    bare["tools"] = [_bare(tool) for tool in bare.get("tools") or ()]
    bare["system"] = [_bare(block) for block in as_blocks(bare.get("system"))]
    bare["messages"] = [{**message, "content": _contents(message["content"])} for message in bare["messages"]]
    return bare


def _contents(content: Any) -> list[Any]:
    found = []
    for block in as_blocks(content):
        block = _bare(block)
        if isinstance(block, dict) and block.get("type") == "tool_result":
            block["content"] = [_bare(inner) for inner in as_blocks(block.get("content"))]
        found.append(block)
    return found


def _bare(item: Any) -> Any:
    if not isinstance(item, Mapping):
        return item
    return {name: value for name, value in item.items() if name != "cache_control" and value is not None}


def expect_the_rest(got: Request, request: Request, called: str) -> None:
    """Require that a request says the same as another, markers aside."""
    one, other = stripped(got), stripped(request)
    why = "A marker changes the price of a request, and never what it says."
    for name in ("messages", *(name for name in {**other, **one} if name != "messages")):
        table = name == "messages" and all(isinstance(message, Mapping) for message in one[name])
        expect(
            one.get(name) == other.get(name),
            called=called,
            got=one[name] if table else difference(one, other, name)[0],
            expected=other[name] if table else difference(one, other, name)[1],
            why=why,
        )


def difference(got: Any, wanted: Any, *way: str | int) -> tuple[str, str]:
    """Return what each of two requests has at the first place, on this way, where they differ."""
    one, other = got, wanted
    for step in way:
        one, other = (_step(item, step) for item in (one, other))
    inner: list[str | int] = []
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        inner = list({**other, **one})
    elif isinstance(one, list) and isinstance(other, list):
        inner = list(range(max(len(one), len(other))))
    for step in inner:
        if _step(one, step) != _step(other, step):
            return difference(got, wanted, *way, step)
    name = ".".join(map(str, way))
    return f"{name}: {shown(one)}", f"{name}: {shown(other)}"


def _step(item: Any, step: str | int) -> Any:
    try:
        return item[step]
    except (KeyError, IndexError, TypeError):
        return NOTHING


class Nothing:
    """What stands where nothing is."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = Nothing()

CITED = {
    "type": "char_location",
    "cited_text": "It rains.",
    "document_index": 0,
    "document_title": None,
    "start_char_index": 0,
    "end_char_index": 9,
}
TRAP = {
    "name": "mark",
    "description": "Set a marker.",
    "input_schema": {"type": "object", "properties": {"cache_control": {"type": "string"}}},
}


@pytest.mark.hint(
    "Print the request you return beside the one you were given. What else is different?",
    "Copy every field, also one you do not know. Take cache_control off tools, blocks and the request itself only.",
)
def test_nothing_else_changes(answer: ModuleType) -> None:
    """Marks aside, the request says what it said: all fields, all blocks, in their order."""
    inside = {"order": "3107", "cache_control": {"type": "ephemeral"}, "texts": [text("x", cache_control="y")]}
    long = [
        user("Is order 3107 ready?"),
        assistant([THINKING, text("I look."), a_call("a"), {**a_call("b"), "input": inside}]),
        user([a_result("a", [text("yes"), IMAGE]), a_result("b", "no", is_error=True), text("Be quick.")]),
        assistant("It is."),
        user([IMAGE, text("And this?", citations=None)]),
    ]
    requests = [
        asked(long),
        asked(long, tools=[*shop.TOOLS, TRAP], tool_choice={"type": "auto"}),
        asked([user("Hello.")], system="Be brief.", stop_sequences=["END"], metadata={"user_id": "7"}, stream=False),
        asked([user([text("Hello."), text("")])], system=[text("Be brief."), text(""), SECOND], tools=None),
        asked(
            [*PAIR, user([text("It rains.")])],
            model="claude-sonnet-5-5",
            max_tokens=77,
            thinking={"type": "adaptive"},
            output_config={"effort": "low"},
        ),
        asked([*PAIR, user("It rains."), assistant([text("I see.", citations=[CITED])])]),
        old_marks(),
    ]
    for request in requests:
        expect_the_rest(marked(answer, request), request, CALLED)


@pytest.mark.hint(
    "Which of the caller's dicts and lists does your function write into? Think of the blocks inside a message.",
    "Make a new dict for each block that you mark or unmark, or work on copy.deepcopy(request).",
)
def test_the_request_is_left_alone(answer: ModuleType) -> None:
    """The dict that is given stays as it is, down to the blocks in its messages, and another one comes back."""
    requests = [
        asked([user("Hello.")], system="Be brief."),
        asked([*PAIR, user([text("It rains.")])]),
        asked(PAIR[:1], system=None),
        asked([user("Ready?"), assistant([a_call("a")]), user([a_result("a", [text("yes")])])]),
        old_marks(),
    ]
    for request in requests:
        given, before = copy.deepcopy(request), copy.deepcopy(request)
        returned = answer.place_breakpoints(given)
        for name in {**before, **given}:
            expect(
                given.get(name) == before.get(name),
                called=f"{CALLED}, then looked at the request it was given",
                got=difference(given, before, name)[0],
                expected=difference(given, before, name)[1],
                why="The messages are the caller's history. Markers in it would be stored, and add up.",
            )
        expect(
            returned is not given,
            called=CALLED,
            got="the very dict that was given",
            expected="a new dict",
            why="The caller may send the request in another way as well.",
        )


@pytest.mark.hint(
    "What is in response.content? Can you write block['type'] for it, or block.get('type')?",
    "It holds objects, not dicts. plain_block(block) makes a mapping of either; build a dict from it to mark it.",
)
def test_the_sdks_blocks_are_blocks_too(answer: ModuleType) -> None:
    """A history may hold the SDK's objects, as in response.content: they are kept, and marked where it is due."""
    ends = marks_the_end(answer)
    thinking = ThinkingBlock(**THINKING)  # type: ignore[arg-type]
    said = TextBlock(type="text", text="I look.")
    use = ToolUseBlock(type="tool_use", id="a", name="look_up", input={"order": "3107"})
    ready = user([text("Is order 3107 ready?")])
    cases: list[tuple[list[Any], Place]] = [
        ([ready, assistant([said]), user([text("Well?")])], ("messages", 2, 0)),
        (
            [ready, assistant([thinking, said, use]), user([a_result("a", "yes"), text("Be quick.")])],
            ("messages", 2, 1),
        ),
        ([ready, assistant([said])], ("messages", 1, 0)),
        ([ready, assistant([thinking, said])], ("messages", 1, 1)),
        ([ready, assistant([thinking, use, said])], ("messages", 1, 2)),
    ]
    for messages, place in cases:
        called = f"{CALLED}, with the SDK's objects in its messages:\n{history_table(messages)}"
        request = asked(messages)
        got = marked(answer, request, called)
        expect_the_rest(got, request, called)
        found = {at: mark for at, mark in marks(got).items() if at[:1] == ("messages",)}
        expect(
            not ends or place in found,
            called=called,
            got=listed(found),
            expected=f"a marker on {path(place)}",
            why="A reply is kept as it came, so that later calls get it back unchanged.",
        )
        expect(
            plain(messages[1]) == plain(request["messages"][1]),
            called=called,
            got="an object of the caller's that was changed",
            expected="the objects as they were",
            why="They are the caller's history.",
        )
