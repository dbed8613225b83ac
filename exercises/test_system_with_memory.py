"""What `exercises/system_with_memory.py` has to do. Run it with `pytest exercises/test_system_with_memory.py`."""

import json
import random
from types import ModuleType
from typing import Any

import pytest

from turnkeeper.grading import call, expect, expect_unchanged, shown

Message = dict[str, Any]

BASE = "You answer for a bicycle workshop. Never guess an order number."
BASES = [
    BASE,
    "Rules:\n- Be brief.\n- Prices: {chain} 38 euros, 100% wool {} %s.\n",
    "Backslash \\n, \\1 and \\g<0>; $1 and a tag of its own: <shop>Tannery Lane</shop>",
    "  It begins with blanks, and ends with them.  \n\n",
    "Grüße an euch 🚲",
    "What stands in <memory> and </memory> was confirmed by a tool.",
]
OPEN, CLOSE = "<memory>", "</memory>"


def user(content: Any) -> Message:
    """Return a message of the user."""
    return {"role": "user", "content": content}


def plain(number: int) -> list[Message]:
    """Return a turn without a tool."""
    return [user(f"Question {number}?"), {"role": "assistant", "content": f"Answer {number}."}]


def looked_up(number: str, *, found: bool = True) -> list[Message]:
    """Return a turn in which an order was looked up, and found or not."""
    call = {"type": "tool_use", "id": f"toolu_{number}", "name": "look_up", "input": {"order": number}}
    result: Message = {"type": "tool_result", "tool_use_id": f"toolu_{number}"}
    if found:
        result["content"] = json.dumps({"order": number, "jobs": ["chain"]})
    else:
        result |= {"content": f"There is no order {number}.", "is_error": True}
    return [
        user(f"Is order {number} ready?"),
        {"role": "assistant", "content": [call]},
        user([result]),
        {"role": "assistant", "content": "Here is what I found."},
    ]


def joined(*steps: list[Message]) -> list[Message]:
    """Return the history of some turns."""
    return [message for step in steps for message in step]


def text(answer: ModuleType, base: str, history: list[Message], called: str) -> str:
    """Return the system prompt that the answer makes, and require that it is a text."""
    got = call(answer.system_with_memory, base, history, called=called)
    expect(
        isinstance(got, str),
        called=called,
        got=shown(got),
        expected="a text",
        why="The system prompt of a request is a text.",
    )
    return str(got)


def tag(answer: ModuleType, base: str, history: list[Message], called: str) -> str:
    """Return the last memory tag in the system prompt; without one, whatever was added to the base.

    That there is a tag, and how it looks, has a test of its own.
    """
    got = text(answer, base, history, called)
    first, last = got.rfind(OPEN), got.rfind(CLOSE)
    return got[first : last + len(CLOSE)] if 0 <= first < last else got.replace(base, "", 1).strip()


@pytest.mark.hint(
    "What does your function return before any tool was called?",
    "Ask current_order first. When it is None, return base itself, and no tag.",
)
def test_without_an_order_the_base_comes_back(answer: ModuleType) -> None:
    """Without a confirmed order the base comes back as it is, whatever the base is: no tag, no white space more."""
    for history in ([], plain(1), joined(plain(1), plain(2), [user("And now?")])):
        for base in (*BASES, ""):
            called = f"system_with_memory(base, history), base {base!r}, history {len(history)} messages, no tool"
            got = text(answer, base, history, called)
            expect(
                got == base,
                called=called,
                got=repr(got),
                expected=repr(base),
                why="A tag about nothing can only mislead, and the cache wants the same text.",
            )


@pytest.mark.hint(
    "What stands in front of the tag, and what behind it?",
    "base itself, a line break or two, the tag. No strip(), no format() on the base, and nothing behind the tag.",
)
def test_the_tag_stands_behind_the_base(answer: ModuleType) -> None:
    """With an order, the base comes first, word for word; then white space with a line break; the tag ends the text."""
    for number, base in zip(("3107", "88", "41044", "3112", "9", "2044"), BASES, strict=True):
        called = f"system_with_memory({base!r}, history), where a tool has found order {number}"
        got = text(answer, base, looked_up(number), called)
        rest = got.removeprefix(base)
        between, opening, inside = rest.partition(OPEN)
        behind = inside.partition(CLOSE)[2] if CLOSE in inside else "no closing tag"
        expect(
            got.startswith(base) and bool(opening) and not between.strip() and "\n" in between and not behind,
            called=called,
            got=repr(got),
            expected=f"the base as it is, a line break, {OPEN}…{CLOSE}, and nothing behind it",
            why="The base is yours and cached. The tag begins on a line of its own, and ends the text.",
        )


@pytest.mark.hint(
    "Two orders were looked up. Which one is in your tag?",
    "current_order returns the one that counts. Put it into the sentence, and no other number.",
)
def test_the_tag_names_the_latest_order(answer: ModuleType) -> None:
    """The tag names the order that was confirmed last, as it is written, and none of those before it."""
    chance = random.Random(19)
    for length in (1, 2, 4):
        numbers = [f"{number}" for number in chance.sample(range(1_000, 10_000), length)]
        for some in (numbers, numbers[::-1], ["TL-2044", *numbers], [*numbers, "TL-2044"]):
            history = joined(*map(looked_up, some), plain(1))
            called = f"system_with_memory(base, history), where tools have found the orders {', '.join(some)}"
            got = tag(answer, BASE, history, called)
            others = [number for number in some[:-1] if number in got]
            expect(
                some[-1] in got and not others,
                called=called,
                got=got,
                expected=f"a tag that names {some[-1]}" + (", and no other order" if len(some) > 1 else ""),
                why="The customer is talking about the order that was looked up last.",
            )


@pytest.mark.hint(
    "Where does your number come from when the customer has typed one?",
    "Take it from current_order(messages), which reads tool results without an error and nothing else.",
)
def test_only_a_confirmed_order_is_remembered(answer: ModuleType) -> None:
    """A number that was only typed, or that a tool did not find, never gets into the tag, nor makes one."""
    why = "What a tool has not confirmed may be a slip."
    typed = [user("It is order 3170."), {"role": "assistant", "content": "Order 3170, thank you."}]
    for step in (typed, looked_up("3170", found=False)):
        what = "typed" if step is typed else "looked up and not found"
        called = f"system_with_memory(base, history), where order 3170 was {what}"
        got = call(answer.system_with_memory, BASE, step, called=called)
        nothing = call(answer.system_with_memory, BASE, [], called=called)  # what that is has a test of its own
        expect(
            got in (nothing, BASE) and "3170" not in str(got),
            called=called,
            got=shown(got),
            expected="the base alone",
            why=why,
        )
        called = f"system_with_memory(base, history), where 3107 was found, and then 3170 {what}"
        got = text(answer, BASE, joined(looked_up("3107"), step), called)
        expect(
            "3170" not in got and "3107" in got,
            called=called,
            got=shown(got),
            expected="a tag that names 3107, and 3170 nowhere",
            why=why,
        )


@pytest.mark.hint(
    "How long is your tag, with its two ends?",
    "One short sentence is enough. <memory> and </memory> take 17 characters, and the number up to 12.",
)
def test_the_tag_is_short(answer: ModuleType) -> None:
    """The tag has fewer than 90 characters, from < to >, also with an order number of 12 characters."""
    for number in ("7", "3107", "TL-2026-0117"):
        called = f"system_with_memory(base, history), where a tool has found order {number}"
        got = tag(answer, BASE, looked_up(number), called)
        expect(
            len(got) < 90,
            called=called,
            got=f"{len(got)} characters: {got}",
            expected="fewer than 90 characters",
            why="The tag is sent, and paid for, with every call from now on.",
        )


@pytest.mark.hint(
    "What is in your text besides the base and the order: a count, a time, the text of the last call?",
    "Make the text from base and the order alone, anew in each call. Then the same two give the same text.",
)
def test_the_same_order_gives_the_same_text(answer: ModuleType) -> None:
    """As long as base and order stay the same, so does the text, to the letter, and there is one tag in it."""
    found = looked_up("3107")
    longer = [found]
    for steps in ([plain(1)], [plain(k) for k in range(9)], [plain(1), found], [looked_up("3112"), found]):
        longer.append(joined(found, *steps))
    texts = []
    for history in longer:
        called = f"system_with_memory(base, history), where history has {len(history)} messages about order 3107"
        texts.append(text(answer, BASE, history, called))
        expect(
            texts[-1] == texts[0] and texts[-1].count(OPEN) <= 1,
            called=called,
            got=shown(texts[-1]),
            expected=shown(texts[0]) if texts[0].count(OPEN) <= 1 else "one tag",
            why="The prompt cache is read only while the request begins with the same text.",
        )
    other = "You answer for a bakery."
    got = text(answer, other, found, "system_with_memory(another base, history)")
    expect(
        BASE not in got and got.count(OPEN) <= 1,
        called="system_with_memory(another base, history), after calls with the first base",
        got=shown(got),
        expected="the other base, and one tag",
        why="Each call stands for itself: it has the base that it was given.",
    )


@pytest.mark.hint(
    "Do you need to change the messages, or only to read them?",
    "Hand them on to current_order, and do nothing else with them.",
)
def test_the_history_is_left_alone(answer: ModuleType) -> None:
    """The list of messages is as it was afterwards, down to its blocks."""
    for history in ([], plain(1), joined(looked_up("3107"), plain(1)), looked_up("3170", found=False)):
        expect_unchanged(answer.system_with_memory, BASE, history, called="system_with_memory(base, history)")
