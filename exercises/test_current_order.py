"""What `exercises/current_order.py` has to do. Run it with `pytest exercises/test_current_order.py`."""

import json
import random
from types import ModuleType
from typing import Any

import pytest
from anthropic.types import TextBlock, ThinkingBlock, ToolUseBlock

from turnkeeper.grading import call, expect, expect_unchanged, shown
from turnkeeper.history_table import history_table

Message = dict[str, Any]

IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/bicycle.png"}}


def user(content: Any) -> Message:
    """Return a message of the user."""
    return {"role": "user", "content": content}


def assistant(content: Any) -> Message:
    """Return a message of the assistant."""
    return {"role": "assistant", "content": content}


def text(words: str) -> Message:
    """Return a text block."""
    return {"type": "text", "text": words}


def order(number: Any, **more: Any) -> str:
    """Return what a tool says of an order."""
    return json.dumps({"order": number, "jobs": ["chain"], **more}, ensure_ascii=False)


def told(*contents: Any, **more: Any) -> list[Message]:
    """Return a message with a call for each content, and one with their results; `more` goes into each result."""
    calls = [{"type": "tool_use", "id": f"toolu_{k}", "name": "look_up", "input": {}} for k in range(len(contents))]
    results = [
        {"type": "tool_result", "tool_use_id": f"toolu_{k}", "content": content, **more}
        for k, content in enumerate(contents)
    ]
    return [assistant(calls), user(results)]


def talk(*steps: list[Message]) -> list[Message]:
    """Return a history: a question, the steps, and an answer."""
    return [user("Is it ready?"), *(message for step in steps for message in step), assistant("Here you are.")]


def is_result(block: Any) -> bool:
    """Tell whether a block is a result whose content is a string."""
    return isinstance(block, dict) and block.get("type") == "tool_result" and isinstance(block.get("content"), str)


def expect_order(
    answer: ModuleType, history: list[Message], expected: str | None, why: str, seen: str = "", strictly: bool = False
) -> None:
    """Require the order that is found in a history; `seen` says what is special about the history.

    When none is expected, an empty text passes too, but strictly: that it is None has a test of its own.
    """
    got = call(answer.current_order, history, called="current_order(history)")
    if (isinstance(got, str) and got == expected) if expected else not got and (got is None or not strictly):
        return
    called = "current_order(history), where history is\n" + history_table(history)
    said = [block["content"] for message in history for block in message["content"] if is_result(block)]
    called += f"\n{seen}" if seen else f"\nThe results say: {said}" if 0 < len(said) < 9 else ""
    expect(False, called=called, got=shown(got), expected=repr(expected), why=why)


def takes_words(answer: ModuleType) -> bool:
    """Tell whether the answer gets by with a result that is no JSON."""
    try:
        answer.current_order(talk(told("There is none.")))
    except (ValueError, TypeError, LookupError, AttributeError):
        return False
    return True


@pytest.mark.hint(
    "Where in the history does the number stand that a tool has returned?",
    "Go through the blocks of all messages. Read the content of each tool_result as JSON, and take what stands under "
    '"order".',
)
def test_the_order_of_a_result_is_found(answer: ModuleType) -> None:
    """The text under "order" in a result that is a JSON object is found, whatever it looks like, old or new."""
    why = "The tool has returned this order, so it exists."
    chance = random.Random(31)
    numbers = ["3107", "0", "12", f"{chance.randrange(10**5, 10**6)}", "TL-2044", "Ü 7", "0042", " 31 07 ", "tl-9b"]
    for number in numbers:
        expect_order(answer, talk(told(order(number))), number, why)
    for name in ("add_job", "find_by_phone", "book"):
        history = talk(told(order("3107")))
        history[1]["content"][0]["name"] = name
        expect_order(answer, history, "3107", "The result of any tool confirms what it names.", f"The tool is {name}.")
    later = [message for k in range(6) for message in (user(f"Question {k}?"), assistant("Yes."))]
    expect_order(answer, [*talk(told(order("4410"))), *later], "4410", "An old result is as true as a new one.")
    for content in (
        '{"order":"5208"}',
        '{\n  "jobs": [],\n  "order" : "5208"\n}',
        '{"ready": "3107", "order": "5208"}',
    ):
        expect_order(answer, talk(told(content)), "5208", why, f"The result says: {content!r}")


@pytest.mark.hint(
    "Two results name two orders. Which of them is your function's answer, and why?",
    "The later one counts, in the history and among the results of one message. A loop that goes on to the end, and "
    "keeps what it saw last, finds it.",
)
def test_the_latest_order_counts(answer: ModuleType) -> None:
    """Of several orders the last counts: the latest message, and in it the last result; the number may also go down."""
    why = "The customer is talking about the order that was looked up last."
    chance = random.Random(8)
    for length in (2, 3, 5):
        numbers = [f"{chance.randrange(1_000, 10_000)}" for _ in range(length)]
        for some in (numbers, sorted(numbers), sorted(numbers, reverse=True)):
            expect_order(answer, talk(*(told(order(number)) for number in some)), some[-1], why)
            expect_order(answer, talk(told(*map(order, some))), some[-1], why)
    expect_order(answer, talk(told(order("3107")), told(order("3112")), told(order("3107"))), "3107", why)
    expect_order(answer, talk(told(order("3107")), told(order("3112"), order("3107"))), "3107", why)


@pytest.mark.hint(
    "What can the content of a tool_result be, besides a string?",
    "It is a list of blocks, or it is missing. Each text block in the list is read by itself; all else is skipped.",
)
def test_results_of_blocks_are_read(answer: ModuleType) -> None:
    """A result's content may be a list: each text block is a text of its own, the last that names an order counts."""
    why = "Each text in a list is read by itself, and the last one that names an order counts."
    cases: list[tuple[list[Any], str | None]] = [
        ([text(order("3107"))], "3107"),
        ([text('{"found": 1}'), text(order("3107"))], "3107"),
        ([text(order("3107")), text('{"more": false}')], "3107"),
        ([IMAGE, text(order("3112")), IMAGE], "3112"),
        ([IMAGE], None),
        ([], None),
    ]
    if takes_words(answer):  # that words are no error has a test of its own
        cases += [
            ([text("Found:"), text(order("3107"))], "3107"),
            ([text(order("3107")), text("That is all.")], "3107"),
            ([text('{"order": '), text('"3107"}')], None),
        ]
    for content, number in cases:
        seen = f"The texts of the result: {[block['text'] for block in content if 'text' in block]}"
        expect_order(answer, talk(told(content)), number, why, seen)
    for numbers in (("3107", "3112"), ("3112", "3107")):
        of_two = call(answer.current_order, talk(told(*map(order, numbers))), called="current_order(history)")
        content = [*(text(order(number)) for number in numbers), text('{"more": false}')]
        got = call(answer.current_order, talk(told(content)), called="current_order(history)")
        if got not in (numbers[-1], of_two):  # that the last of two results counts has a test of its own
            seen = f"The texts of the result: {[block['text'] for block in content]}"
            expect_order(answer, talk(told(content)), numbers[-1], why, seen)
    bare = talk(told(order("3107")), told("{}"))
    del bare[4]["content"][0]["content"]
    expect_order(answer, bare, "3107", "A result may have no content at all.", "The second result has no content.")


@pytest.mark.hint(
    "What does a result with is_error say about the order it names?",
    "Skip a result whose is_error is true, also when its text is JSON. With is_error False it is a result like others.",
)
def test_errors_confirm_nothing(answer: ModuleType) -> None:
    """A result whose is_error is true is skipped, whatever its text says; false is no error."""
    why = "An error names what was asked for, and not what there is."
    failed = told(order("3170"), is_error=True)
    expect_order(answer, talk(failed), None, why, "The result has is_error true.")
    expect_order(answer, talk(told(order("3107")), failed), "3107", why, "The second result has is_error true.")
    both = told(order("3112"), order("3170"))
    both[1]["content"][1]["is_error"] = True
    expect_order(answer, talk(both), "3112", why, "The second of the two results has is_error true.")
    both = told(order("3170"), order("3112"))
    both[1]["content"][0]["is_error"] = True
    expect_order(answer, talk(both), "3112", why, "The first of the two results has is_error true.")
    fine = told(order("3112"), is_error=False)
    expect_order(answer, talk(fine), "3112", "False says that it is no error.", "The result has is_error False.")
    again = talk(failed, told(order("3170")))
    expect_order(answer, again, "3170", "The second try found the order.", "The first result has is_error true.")


@pytest.mark.hint(
    "Who can write a number into a history, besides a tool?",
    "Look at blocks of the type tool_result and at no others: not at texts, and not at the input of a call.",
)
def test_what_is_typed_does_not_count(answer: ModuleType) -> None:
    """What the user or the model writes confirms nothing, also when it looks like a result; nor does a call's input."""
    why = "Typed text may hold a slip. Only what a tool has returned exists."
    found = told(order("3107"))
    asked = told("{}")
    asked[0]["content"][0]["input"] = {"order": "3170"}
    beside = told(order("3107"))
    beside[1]["content"].append(text(order("3170")))
    typed: list[list[Message]] = [
        [user("It is order 3170."), assistant("Thank you.")],
        [user(order("3170")), assistant("I see.")],
        [user([text(order("3170"))]), assistant("I see.")],
        [user("And now?"), assistant(order("3170"))],
        [user("And now?"), assistant([text(order("3170"))])],
    ]
    expect_order(answer, talk(asked), None, why, "The input of the call is {'order': '3170'}.")
    for step in typed:
        expect_order(answer, talk(step), None, why)
        expect_order(answer, talk(found, step), "3107", why)
    expect_order(answer, talk(beside), "3107", why, "Next to the result the user has typed JSON with another number.")


@pytest.mark.hint(
    'What does json.loads do with a sentence, and what does it return for "[1, 2]" or "3107"?',
    "It raises a ValueError for what is no JSON. And what it returns need not be a dict, nor need a dict have a text "
    'under "order": ask with isinstance.',
)
def test_other_texts_name_no_order(answer: ModuleType) -> None:
    """A text that is no JSON object with a text under "order" names none, and does not hide an order before it."""
    why = "Such a result may be all right. It does not say which order is meant."
    others = [
        "There is no order 3170.",
        'Found it: {"order": "3170"}',
        '{"order": "3170"',
        "",
        '["3170"]',
        '[{"order": "3170"}]',
        "3170",
        '"order"',
        "null",
        "true",
        "{}",
        '{"orders": ["3170", "3171"]}',
        '{"found": {"order": "3170"}}',
        '{"order": 3170}',
        '{"order": null}',
        '{"order": {"order": "3170"}}',
        '{"order": ["3170"]}',
        '{"Order": "3170"}',
    ]
    for other in others:
        expect_order(answer, talk(told(other)), None, why, f"The result says: {other!r}")
        expect_order(answer, talk(told(order("3107")), told(other)), "3107", why, f"The second says: {other!r}")


@pytest.mark.hint(
    "What does the SDK put into reply.content, and so into your history?",
    'Its blocks are objects: block.type, and not block["type"]. blocks(message) makes mappings of both kinds.',
)
def test_objects_of_the_sdk_are_read(answer: ModuleType) -> None:
    """Blocks may be objects of the SDK: the calls and texts of a reply, and a text in a result."""
    why = "A history holds what the SDK returned: objects side by side with mappings."
    results = told(order("3107"))
    calling = [
        ThinkingBlock(type="thinking", thinking="Let me look.", signature="c2lnbmVk"),
        TextBlock(type="text", text="One moment."),
        ToolUseBlock(type="tool_use", id="toolu_0", name="look_up", input={"order": "3107"}),
    ]
    history = [user("Is it ready?"), assistant(calling), results[1], assistant([TextBlock(type="text", text="Yes.")])]
    expect_order(answer, history, "3107", why, "The blocks of the assistant are objects of the SDK.")
    history = talk(told([TextBlock(type="text", text=order("3112"))]))
    expect_order(answer, history, "3112", why, "The text in the result is an object of the SDK.")
    history = talk(told("{}"))
    history[1] = assistant([ToolUseBlock(type="tool_use", id="toolu_0", name="look_up", input={"order": "3170"})])
    expect_order(answer, history, None, why, "The call is an object of the SDK.")


@pytest.mark.hint(
    "What is known at the beginning of a conversation?",
    "Begin with None, within the function, and return it when no result has named an order.",
)
def test_without_a_confirmed_order_it_is_none(answer: ModuleType) -> None:
    """With no confirmed order it is None, also for an empty history, and whatever another conversation was about."""
    why = "Nothing is known in this conversation. Another customer's order must not appear in it."
    plain = [user("When do you close?"), assistant("At 18:00.")]
    for history in ([], plain, [user("Hello.")]):
        expect_order(answer, history, None, why, strictly=True)
    call(answer.current_order, talk(told(order("3107"))), called="current_order(history)")
    for history in ([], plain, [user("Hello.")]):
        seen = "Before that, it was called with another history, that names 3107."
        expect_order(answer, history, None, why, seen, strictly=True)


@pytest.mark.hint(
    "Does your function change what it is given, or remember what it has seen?",
    "Only read the messages. And read all of them each time: the same list may have grown since.",
)
def test_the_history_is_only_read(answer: ModuleType) -> None:
    """The history is as it was afterwards, down to its blocks, and a list that has grown is read anew."""
    long = talk(told(order("3107"), [text(order("3112")), IMAGE]), told(order("3170"), is_error=True))
    for history in (long, [*long, *talk(told(order("3140")))]):
        expect_unchanged(answer.current_order, history, called="current_order(history)")
    history = [user("When do you close?"), assistant("At 18:00.")]
    answer.current_order(history)
    history += talk(told(order("3190")))
    got = answer.current_order(history)
    expect(
        got == "3190",
        called="current_order(history) again, after a turn with order 3190 was appended to the same list",
        got=shown(got),
        expected="'3190'",
        why="The conversation goes on, and the list is longer than it was.",
    )
