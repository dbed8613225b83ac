"""What `exercises/clear_tool_results.py` has to do. Run it with `pytest exercises/test_clear_tool_results.py`."""

import copy
import itertools
import random
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pytest
from anthropic.types import TextBlock, ThinkingBlock, ToolUseBlock

from turnkeeper.grading import call, expect, expect_same, expect_unchanged, history_in, plain, shown
from turnkeeper.history_table import history_table
from turnkeeper.messages import text_of

Message = dict[str, Any]

LONGEST = 60
GONE = "no such result"
IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/bicycle.png"}}
MANUAL = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Oil the chain. " * 9}}


def text(words: str) -> Message:
    """Return a text block."""
    return {"type": "text", "text": words}


def user(*content: Any) -> Message:
    """Return a message of the user."""
    return {"role": "user", "content": list(content)}


def assistant(*content: Any) -> Message:
    """Return a message of the assistant."""
    return {"role": "assistant", "content": list(content)}


def calls(*ids: str) -> Message:
    """Return a message of the assistant that calls a tool once for each id."""
    return assistant(*({"type": "tool_use", "id": id, "name": "read_log", "input": {"bicycle": id}} for id in ids))


def report(id: str) -> str:
    """Return what a tool has found for an id: long enough to be cleared, and beginning with the id."""
    chance = random.Random(id)
    return f"{id}: " + " ".join(f"speed {chance.randint(10, 40)}" for _ in range(chance.randint(9, 60)))


def result(id: str, content: Any = None, **more: Any) -> Message:
    """Return the result for an id."""
    return {"type": "tool_result", "tool_use_id": id, "content": report(id) if content is None else content, **more}


def exchange(*ids: str) -> list[Message]:
    """Return a message with parallel calls, and the message with their results."""
    return [calls(*ids), user(*map(result, ids))]


def talk(*exchanges: list[Message], each: int = 2) -> list[Message]:
    """Return a history with so many of the exchanges in each turn."""
    history: list[Message] = []
    for start in range(0, len(exchanges), each):
        made = itertools.chain(*exchanges[start : start + each])
        history += [user(text(f"Question {start}?")), *made, assistant(text(f"Answer {start}."))]
    return history


def in_row(number: int, first: int = 0) -> list[Message]:
    """Return a history with so many results, each in a message of its own."""
    return talk(*(exchange(f"t{place}") for place in range(first, first + number)))


def third(block: Message) -> list[Message]:
    """Return a history with six results, of which the third is the given one."""
    return [*in_row(2), *talk([calls("old"), user(block)]), *in_row(3, 2)]


def results_in(messages: list[Any]) -> dict[str, Any]:
    """Return the contents of the results in some messages, by the ids of their calls."""
    found: dict[str, Any] = {}
    for message in messages:
        content = message.get("content") if isinstance(message, Mapping) else None
        for block in content if isinstance(content, list | tuple) else ():
            if isinstance(block, Mapping) and block.get("type") == "tool_result":
                found[str(block.get("tool_use_id"))] = block.get("content")
    return found


def said(content: Any) -> Any:
    """Return the words of a result's content where it has words only, else the content."""
    if isinstance(content, list | tuple) and content:
        try:
            if all(block["type"] == "text" for block in content):
                return text_of({"content": list(content)})
        except (TypeError, KeyError):
            pass
    return content


def told(history: list[Message], keep: int | None, beside: str = "") -> str:
    """Return the call in the learner's own terms."""
    number = len(results_in(history))
    size = f"{number} tool result{'' if number == 1 else 's'}{beside}"
    return f"clear_tool_results(history{'' if keep is None else f', keep={keep}'}), where history has {size}"


def run(answer: ModuleType, history: list[Message], keep: int, called: str) -> list[Any]:
    """Call the answer, and return the messages that came back."""
    return history_in(call(answer.clear_tool_results, history, keep=keep, called=called), called=called)


def after(got: list[Any], history: list[Message]) -> dict[str, Any]:
    """Return what stands in each result of a history now; GONE where it is no longer there."""
    now = results_in(got)
    return {id: said(now.get(id, GONE)) for id in results_in(history)}


def cleared_in(got: list[Any], history: list[Message]) -> list[str]:
    """Return the ids whose results no longer hold what they held."""
    before = results_in(history)
    return [id for id, content in after(got, history).items() if content != said(before[id])]


def in_words(ids: list[str]) -> str:
    """Return some ids as words."""
    return ", ".join(ids) or "none"


def is_placeholder(content: object) -> bool:
    """Tell whether a content may stand for a cleared result."""
    return isinstance(content, str) and bool(content.strip()) and len(content) <= LONGEST


@pytest.mark.hint(
    "What does the model read in place of an old result?",
    "One short string of your own, the same for every result that you clear. Nothing of the old content is in it.",
)
def test_old_results_hold_the_placeholder(answer: ModuleType) -> None:
    """Every cleared result holds one and the same text of 1 to 60 characters, whatever it held before."""
    seen: dict[Any, str] = {}
    errors = [third(result("old", is_error=True)), third(result("old", f"Error: {report('old')}", is_error=True))]
    for history in (in_row(4), in_row(7), *errors):
        called = told(history, 1, ", an error among them" if history in errors else "")
        got = run(answer, history, 1, called)
        now = after(got, history)
        for id in [id for id in cleared_in(got, history) if now[id] != GONE]:
            content = now[id]
            expect(
                is_placeholder(content),
                called=called,
                got=f"a cleared result holds {shown(content)}",
                expected=f"a text of 1 to {LONGEST} characters that is more than white space",
                why="It tells the model that something was here, and should cost next to nothing.",
            )
            seen[content] = id
    expect(
        len(seen) <= 1,
        called="clear_tool_results(history, keep=1), for histories with 4, 7 and 6 tool results, errors among them",
        got=" and ".join(map(shown, list(seen)[:2])),
        expected="the same text in each cleared result",
        why="A text that differs from result to result is one more thing that can change between two requests.",
    )


@pytest.mark.hint(
    "How many results are there in all, and how many of them are old?",
    "All but the last keep of them are old, over all turns together. Without keep it is the last 3 that stay.",
)
def test_the_newest_results_stay(answer: ModuleType) -> None:
    """The last keep results of the whole list stay, 3 when nothing is said, and all older ones are cleared."""
    waiting = [*in_row(5), user(text("And the other one?")), calls("t9")]
    cases: list[tuple[list[Message], int | None]] = [
        *((in_row(number), keep) for number in (2, 5, 9) for keep in (1, number // 2, number - 1)),
        *((in_row(number), None) for number in (4, 5, 12)),
        (waiting, 2),
        *((in_row(number)[:-1], keep) for number, keep in ((2, 1), (5, 2), (7, 1))),
        (in_row(40), 5),
    ]
    for history, keep in cases:
        ids = list(results_in(history))
        old = ids[: len(ids) - (3 if keep is None else keep)]
        called = told(history, keep)
        named = {} if keep is None else {"keep": keep}
        got = history_in(call(answer.clear_tool_results, history, called=called, **named), called=called)
        cleared = cleared_in(got, history)
        expect(
            cleared == old,
            called=called,
            got=f"cleared are {in_words(cleared)} of {ids[0]} to {ids[-1]}",
            expected=f"cleared are {in_words(old)}",
            why="What the model has read last is what it works with next.",
        )


@pytest.mark.hint(
    "A message brings three results. Do they count as one, or as three?",
    "Each counts: one of them may be cleared while the next in the same message stays.",
)
def test_parallel_results_count_one_by_one(answer: ModuleType) -> None:
    """Results in one message count one by one, so the line between old and new may run through a message."""
    chance = random.Random(11)
    sizes = [[1, 3, 2], [4], [2, 2], *([chance.randint(1, 4) for _ in range(chance.randint(2, 4))] for _ in range(2))]
    for counts in sizes:
        number = sum(counts)
        ids = iter(f"t{place}" for place in range(number))
        history = talk(*(exchange(*itertools.islice(ids, count)) for count in counts))
        alone = in_row(number)
        for keep, end in itertools.product(range(1, number), (None, -1)):
            beside = f" in {len(counts)} message{'' if len(counts) == 1 else 's'}: {counts}"
            called = told(history, keep, beside + (", and ends with them" if end else ""))
            cleared = cleared_in(run(answer, history[:end], keep, called), history)
            same = cleared_in(run(answer, alone[:end], keep, told(alone, keep)), alone)
            expect(
                cleared == same,
                called=called,
                got=f"cleared are {in_words(cleared)}",
                expected=f"cleared are {in_words(same)}, as with each result in a message of its own",
                why="Three results in one message are three times as long as one.",
            )


@pytest.mark.hint(
    "Compare the list you return with the one you were given, block by block. What else has changed?",
    "Only the contents of tool_result blocks change. Each message and each block keeps its place, and so do the calls.",
)
def test_everything_else_stays(answer: ModuleType) -> None:
    """No message and no block goes or changes but the old results: not the calls, nor what was said beside a result."""
    found = {"type": "web_search_tool_result", "tool_use_id": "s", "content": [{"type": "web_search_result"}] * 9}
    history = [
        *talk(exchange("a"), exchange("b", "c")),
        user(IMAGE, text("And this one? " * 12)),
        assistant({"type": "thinking", "thinking": "Let me look. " * 9, "signature": "s"}, *calls("d")["content"]),
        user(result("d"), text("Be quick, please. " * 9), IMAGE),
        assistant({"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}, found, text("A chain.")),
        user(text("Thank you.")),
        *talk(exchange("e"), exchange("f")),
    ]
    blank = {"content": ""}
    for messages, keep in itertools.product((history, history[:-5]), (1, 3)):
        called = f"clear_tool_results(history, keep={keep}), where history is\n{history_table(messages)}"
        got = run(answer, messages, keep, called)

        def without_contents(message: Any) -> Any:
            content = message.get("content")
            if not isinstance(content, list):
                return message
            which = [isinstance(b, Mapping) and b.get("type") == "tool_result" for b in content]
            kept = [
                {"type": "tool_result", "tool_use_id": block.get("tool_use_id"), **blank} if one else block
                for block, one in zip(content, which, strict=True)
            ]
            return {**message, "content": kept}

        same = list(map(without_contents, got)) == [without_contents(plain(message)) for message in messages]
        if not same:
            ids = set(cleared_in(got, messages))
            expected = [
                {
                    **message,
                    "content": [
                        {**block, "content": "[cleared]"} if block.get("tool_use_id") in ids - {"s"} else block
                        for block in message["content"]
                    ],
                }
                for message in messages
            ]
            expect(
                False,
                called=called,
                got=got,
                expected=expected,
                why="A call without its result is refused, and what the user said is no tool result.",
            )


@pytest.mark.hint(
    "Which fields has a tool result besides its content?",
    "Make a copy of the block with another content. An error is cleared like any result, and stays an error.",
)
def test_a_cleared_result_keeps_its_other_fields(answer: ModuleType) -> None:
    """A cleared result keeps its call's id, its error flag and every other field, and gets no new one."""
    fields: list[dict[str, Any]] = [
        {},
        {"is_error": True},
        {"is_error": False},
        {"cache_control": {"type": "ephemeral"}},
        {"is_error": True, "cache_control": {"type": "ephemeral", "ttl": "1h"}},
    ]
    for more in fields:
        block = result("old", **more)
        history = third(block)
        called = f"clear_tool_results(history, keep=1), where the third of 6 results has the fields {', '.join(block)}"
        got = run(answer, history, 1, called)
        found = [
            other
            for message in got
            if isinstance(message.get("content"), list)
            for other in message["content"]
            if isinstance(other, Mapping) and other.get("tool_use_id") == "old" and other.get("type") == "tool_result"
        ]
        for other in found:
            is_cleared = other.get("content") != block["content"] or "is_error" not in more
            rest = {name: value for name, value in other.items() if name != "content"}
            expected = {name: value for name, value in block.items() if name != "content"}
            expect(
                rest == expected and is_cleared,
                called=called,
                got=f"the fields {shown(rest)}" if is_cleared else "its content is still there",
                expected=f"the placeholder as its content, and the fields {shown(expected)}",
                why="The flag is_error says how the call went, and is_error or not, an old content is as long.",
            )


@pytest.mark.hint(
    "What can a message's content be, and what a result's?",
    "A string has no blocks to look through. part_of(block, 'type') reads SDK objects too. A result with a list of "
    "blocks, or with an image, gets the same text as all others.",
)
def test_contents_of_every_form(answer: ModuleType) -> None:
    """Messages may hold strings, mappings or SDK objects, and results a string, blocks, an image, or nothing."""
    forms: list[tuple[str, Any]] = [
        ("a list of text blocks", [text(report("x")), text(report("y"))]),
        ("an image", [IMAGE]),
        ("a text and an image", [text(report("x")), IMAGE]),
        ("a document", [MANUAL]),
        ("a list of one short text and one image", [text("Here."), IMAGE]),
    ]
    usual = "[cleared]"
    for form, content in [("a string", report("x")), *forms]:
        history = third(result("old", content))
        called = f"clear_tool_results(history, keep=1), where the third of 6 results holds {form}"
        now = after(run(answer, history, 1, called), history)["old"]
        if form == "a string":
            usual = now
            continue
        expect(
            now == usual,
            called=called,
            got=f"it holds {shown(now)}",
            expected=f"the same as in place of a string: {shown(usual)}",
            why="Pictures and documents are the longest results of all.",
        )
    head = text("Here is what it found.")
    history = [*in_row(2), *talk([calls("old"), user(head, result("old"))]), *in_row(3, 2)]
    called = "clear_tool_results(history, keep=1), where the third of 6 results stands behind a text"
    now = after(run(answer, history, 1, called), history)["old"]
    why = "A tool_result counts wherever it stands in its message."
    expect(now == usual, called=called, got=f"it holds {shown(now)}", expected=shown(usual), why=why)
    bare = {"type": "tool_result", "tool_use_id": "old"}
    thought = ThinkingBlock(type="thinking", thinking="Let me look.", signature="s")
    newest = ToolUseBlock(type="tool_use", id="t9", name="read_log", input={"bicycle": "t9"})
    for block in (result("old"), bare):
        others: list[Message] = [
            {"role": "user", "content": "Is it ready?"},
            {"role": "user", "content": [TextBlock(type="text", text="And the other one?")]},
            {"role": "assistant", "content": [thought, TextBlock(type="text", text="It is, too.")]},
            {"role": "assistant", "content": "A moment, please."},
            {"role": "assistant", "content": [TextBlock(type="text", text="I look."), newest]},
        ]
        first, second, answered, waits, asks = others
        history = [first, *exchange("t8"), waits, *third(block), second, answered, asks, user(result("t9"))]
        called = "clear_tool_results(history, keep=1), where history has strings and SDK objects"
        got = run(answer, history, 1, called)
        for message in others:
            place = history.index(message)
            expect(
                plain(message) in got,
                called=called,
                got=f"message {place} is another one, or gone:\n{history_table(got[place : place + 1])}",
                expected=f"message {place} as it was, in whatever form:\n{history_table([message])}",
                why="It holds no old tool result.",
            )


@pytest.mark.hint(
    "What is results[:-0]? And what is results[:2 - 3]?",
    "Count the old ones: all results less keep, and never less than none. Look at a negative keep before all else.",
)
def test_none_and_more_than_there_are(answer: ModuleType) -> None:
    """keep=0 clears all, a keep of as many as there are or more clears nothing, and less than 0 is a ValueError."""
    for number in (1, 2, 6):
        history = in_row(number)
        called = told(history, 0)
        cleared = cleared_in(run(answer, history, 0, called), history)
        expect(
            cleared == list(results_in(history)),
            called=called,
            got=f"cleared are {in_words(cleared)}",
            expected="all are cleared",
            why="A slice up to -0 is empty.",
        )
    plain_talk = [user(text("When do you close?")), assistant(text("At 18:00."))]
    for history, more in itertools.product((in_row(1), in_row(2), in_row(4), plain_talk, []), (0, 1, 2, 40)):
        keep = len(results_in(history)) + more
        called = told(history, keep)
        got = call(answer.clear_tool_results, history, keep=keep, called=called)
        expect_same(got, history, called=called, why="There is no result that is older than the last ones.")
    for history, keep in itertools.product((in_row(4), plain_talk, []), (-1, -3)):
        called = told(history, keep)
        try:
            got = f"no error, but {shown(call(answer.clear_tool_results, history, keep=keep, called=called))}"
        except ValueError:
            continue
        why = "There is no such number, so it is a slip: better said than guessed at."
        expect(False, called=called, got=got, expected="a ValueError", why=why)


@pytest.mark.hint(
    "Call your function with what it has returned. What changes, and what should?",
    "Results that were cleared before count like all others, and hold the placeholder already. Remember nothing from "
    "call to call: all that you need stands in the list.",
)
def test_it_goes_on_with_its_own_list(answer: ModuleType) -> None:
    """Called again with its own list and newer messages, it clears just what has become old since."""
    for keep, sizes in ((1, (1, 1, 1)), (2, (3, 2, 4)), (3, (5, 1, 2))):
        history: list[Message] = []
        own: list[Any] = []
        number = 0
        for size in sizes:
            newer = talk(exchange(*(f"t{number + place}" for place in range(size))))
            number += size
            history, own = [*history, *newer], [*own, *newer]
            for again in (False, True):
                called = told(history, keep) + (", called a second time" if again else ", all but the newest cleared")
                own = run(answer, own, keep, called)
                once = run(answer, history, keep, told(history, keep))
                expect_same(own, once, called=called, why="An app calls it before every request, so it has to hold.")


@pytest.mark.hint(
    "Whose blocks are they that you write into?",
    "A new list is not enough: the messages and blocks in it are the caller's. Copy each result that you clear, and "
    "the message it stands in.",
)
def test_the_history_is_left_alone(answer: ModuleType) -> None:
    """The list that is given stays as it is, down to its blocks, and what comes back is another list, in every case."""
    history = talk(exchange("a", "b"), exchange("c"), exchange("d"))
    nested = [*talk([calls("old"), user(result("old", [text(report("x"))]))]), *history]
    for messages, keep in ((history, 1), (nested, 2), (history, 40), ([user(text("Hello."))], 3), ([], 3)):
        called = f"clear_tool_results(history, keep={keep})"
        given = copy.deepcopy(messages)
        try:
            expect_unchanged(answer.clear_tool_results, messages, keep=keep, called=called)
            returned = answer.clear_tool_results(given, keep=keep)
        except ValueError:
            if results_in(messages):
                raise
            continue
        expect(
            returned is not given,
            called=called,
            got="the very list that was given",
            expected="a new list",
            why="Whoever appends to what you return would else append to the whole history.",
        )
