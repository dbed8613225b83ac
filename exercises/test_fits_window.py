"""What `exercises/fits_window.py` has to do. Run it with `pytest exercises/test_fits_window.py`."""

import copy
import random
from contextlib import suppress
from types import ModuleType
from typing import Any

import anthropic
import pytest
from anthropic.types import TextBlock

from turnkeeper import ScriptedModel, connect
from turnkeeper.grading import call, expect, shown
from turnkeeper.models import MODELS
from turnkeeper.scripts import reader
from turnkeeper.scripts.shop import SYSTEM, TOOLS
from turnkeeper.tokens import request_tokens

REFUSED, EARLY, FITS = OUTCOMES = ("refused", "may stop early", "fits")
LONG = "The chain is worn, the brake pads are new, and the left pedal creaks on every second turn. "
ASKED = [
    {"role": "user", "content": "Is order 3107 ready?"},
    {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "toolu_1", "name": "look_up", "input": {"order": "3107"}}],
    },
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "ready at 16:30"}]},
]
PICTURE = {"type": "image", "source": {"type": "url", "url": "https://example.com/pedal.png"}}


def request_of(*contents: Any, model: str = "claude-haiku-5-5", max_tokens: int = 100, **more: Any) -> dict[str, Any]:
    """Return a request; the contents are said by user and assistant in turn."""
    said = [{"role": ("user", "assistant")[place % 2], "content": one} for place, one in enumerate(contents)]
    return {"model": model, "max_tokens": max_tokens, **more, "messages": said}


def input_of(request: dict[str, Any], *left_out: str) -> int:
    """Return the input tokens of a request as the API counts them, without the fields that are left out."""
    return request_tokens(
        request["messages"],
        model=MODELS[request["model"]],
        system=None if "system" in left_out else request.get("system"),
        tools=() if "tools" in left_out else request.get("tools", ()),
    )


def counts_of(request: dict[str, Any]) -> set[int]:
    """Return the input tokens, and what they are for those who overlook the system prompt or the tools.

    Two requirements are about those; the others hold for such a count as well, and so each fault is told once.
    """
    return {input_of(request, *names) for names in ((), ("system",), ("tools",), ("system", "tools"))}


class Asking:
    """An answer, asked about one request at windows of many sizes."""

    def __init__(self, answer: ModuleType, request: dict[str, Any]) -> None:
        self.function = answer.fits_window
        self.request = request
        self.tokens = input_of(request)
        self.model = ScriptedModel(reader)
        self.client = connect(self.model)

    def called(self, window: int) -> str:
        """Return the call in words."""
        holds = ", ".join(name for name in ("system", "tools", "messages") if name in self.request)
        return (
            f"fits_window(client, request, {window}), where request has {holds}; its input is {self.tokens} tokens, "
            f"and max_tokens is {self.request['max_tokens']}"
        )

    def at(self, window: int) -> str:
        """Return the outcome at a window."""
        got = call(self.function, self.client, self.request, window, called=self.called(window))
        expect(
            isinstance(got, str) and got in OUTCOMES,
            called=self.called(window),
            got="None: nothing is returned" if got is None else shown(got),
            expected=f"one of the three strings {', '.join(map(repr, OUTCOMES))}",
            why="Whoever calls it tells three outcomes apart.",
        )
        return str(got)

    def least(self, *outcomes: str, guess: int) -> int:
        """Return the smallest window whose outcome is one of these."""
        if self.at(guess) in outcomes and self.at(guess - 1) not in outcomes:
            return guess
        low, high = 0, 4 * (self.tokens + self.request["max_tokens"])
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.at(middle) in outcomes else (middle + 1, high)
        return low

    def must_be_right(self, *windows: int, why: str) -> None:
        """Require the right outcome at each of some windows."""
        for window in windows:
            room = window - self.tokens
            right = REFUSED if room < 0 else EARLY if room < self.request["max_tokens"] else FITS
            got = self.at(window)
            expect(got == right, called=self.called(window), got=repr(got), expected=repr(right), why=why)

    def must_not_fit(self, window: int, why: str) -> None:
        """Require of a window that is too small for the input that it is told from one that is large enough."""
        got = self.at(window)
        expect(got != FITS, called=self.called(window), got=repr(got), expected=repr(REFUSED), why=why)


@pytest.mark.hint(
    "Who knows how many tokens a request has? Not len(), and not the number of messages.",
    "Hand count_tokens() what create() would get, without max_tokens. What is not in the request is not handed over "
    "at all: not even as None.",
    "Only an input that is more than the window by itself is refused. max_tokens has no part in that.",
)
def test_the_api_counts_the_input(answer: ModuleType) -> None:
    """It is refused when the input that `count_tokens` counts is more than the window, only then; errors go through."""
    chance = random.Random(7)
    words = [" ".join(chance.choices(LONG.split(), k=chance.randint(40, 90))) for _ in range(3)]
    requests = (
        request_of("Hello."),
        request_of(*words),
        request_of(LONG * 9, [TextBlock(type="text", text="Which pedal?")], [PICTURE, {"type": "text", "text": "It."}]),
        request_of("¿Está listo? 自転車の修理は終わりましたか。" * 4, system=SYSTEM),
        request_of(LONG * 20, model="claude-haiku-4-5"),
        {**request_of(system=[{"type": "text", "text": SYSTEM}], tools=TOOLS[:2]), "messages": ASKED},
    )
    for request in requests:
        asking = Asking(answer, request)
        taken = asking.least(EARLY, FITS, guess=asking.tokens)
        expect(
            bool(asking.model.counts),
            called=asking.called(asking.tokens),
            got="no call of count_tokens",
            expected="a call of client.messages.count_tokens",
            why="Only the API knows how a model counts. Whatever counts on your side is an estimate.",
        )
        near = {count + off for count in counts_of(request) for off in (-1, 0, 1)}
        if taken not in near:
            asking.must_be_right(
                *((asking.tokens - 1, taken) if taken < asking.tokens else (asking.tokens, taken - 1)),
                why="What the API counts decides. It refuses an input that is too long for the window, and no other.",
            )
    called = "fits_window(client, request, 200), where the API knows no model of that name, and answers 404"
    request = {**request_of("Hello."), "model": "claude-nope"}
    try:
        got = shown(call(answer.fits_window, connect(ScriptedModel(reader)), request, 200, called=called))
    except anthropic.NotFoundError:
        return
    expect(
        False,
        called=called,
        got=got,
        expected="the SDK's error, unchanged",
        why="Without a count nothing is known of the request, and the caller has to learn that.",
    )


@pytest.mark.hint(
    "What holds when the input is as long as the window, to the token?",
    "The API refuses an input that is more than the window. Which of > and >= says that?",
)
def test_a_full_window_is_no_error(answer: ModuleType) -> None:
    """An input of exactly the window is not refused; one token more is."""
    for request in (
        request_of(LONG * 3, system=SYSTEM, tools=TOOLS[:1]),
        request_of("Hello.", "Hello.", LONG, system=LONG, tools=TOOLS, max_tokens=5),
    ):
        asking = Asking(answer, request)
        taken = asking.least(EARLY, FITS, guess=asking.tokens)
        for count in counts_of(request):
            expect(
                abs(taken - count) != 1,
                called="fits_window(client, request, window) at windows around the input's size",
                got=f"{taken} is the smallest window that is not refused, for an input of {count} tokens",
                expected=f"the smallest is {count}",
                why="A full window is allowed, and a single token more is too much.",
            )


@pytest.mark.hint(
    "Where does the reply go? How long may it become?",
    "The reply needs room in the same window, up to request['max_tokens'] tokens. Add them to the input.",
    "Input and max_tokens may fill the window to the last token: then the whole reply still fits.",
)
def test_the_reply_needs_room(answer: ModuleType) -> None:
    """It fits when input and `max_tokens` together are at most the window; with one token less it may stop early."""
    chance = random.Random(11)
    for most in (1, chance.randint(200, 900), 16_000):
        asking = Asking(answer, request_of(LONG, system=SYSTEM, tools=TOOLS[:2], max_tokens=most))
        whole = asking.tokens + most
        fits = asking.least(FITS, guess=whole)
        # Whoever counts the input wrongly still leaves room for the reply when it is max_tokens above that count.
        if fits != whole and fits - asking.least(EARLY, FITS, guess=asking.tokens) != most:
            asking.must_be_right(
                *((whole - 1, fits) if fits < whole else (whole, fits - 1)),
                why="The reply is written into the same window, and may be max_tokens long.",
            )


@pytest.mark.hint(
    "Which fields of the request are read by the model, besides the messages?",
    "count_tokens() takes system as well: hand it over as it is, text or blocks, when the request has it.",
)
def test_the_system_prompt_counts(answer: ModuleType) -> None:
    """The system prompt counts, whether it is a text or a list of text blocks."""
    for system in (SYSTEM + LONG * 80, [{"type": "text", "text": LONG * 40}, {"type": "text", "text": LONG * 60}]):
        asking = Asking(answer, request_of("Hello.", system=system, tools=TOOLS[:1], max_tokens=20))
        without = input_of(asking.request, "system")
        asking.must_not_fit(
            without + 200,
            f"Without its system prompt it would be {without} tokens. But it is sent, and so it counts.",
        )


@pytest.mark.hint(
    "Which fields of the request are read by the model, besides the messages?",
    "count_tokens() takes tools as well: hand them over as they are, when the request has them.",
)
def test_the_tools_count(answer: ModuleType) -> None:
    """The tool definitions count."""
    many = [{**tool, "name": f"{tool['name']}_{place}"} for place in range(6) for tool in TOOLS]
    for tools in (many, many[:12]):
        asking = Asking(answer, request_of("Hello.", system="Be brief.", tools=tools, max_tokens=20))
        without = input_of(asking.request, "tools")
        asking.must_not_fit(
            without + 200,
            f"Without its tools it would be {without} tokens. But they are sent with every request, and so they count.",
        )


@pytest.mark.hint(
    "Which method of the client only counts?",
    "client.messages.count_tokens() answers with input_tokens. messages.create() would have the model write a reply.",
)
def test_nothing_is_sent_to_the_model(answer: ModuleType) -> None:
    """It makes no call of `messages.create`, whatever the outcome is."""
    asking = Asking(answer, request_of(LONG * 4, system=SYSTEM, tools=TOOLS, max_tokens=50))
    for window in (asking.tokens - 50, asking.tokens + 20, asking.tokens + 500):
        asking.at(window)
        sent = len(asking.model.requests)
        expect(
            sent == 0,
            called=asking.called(window),
            got=f"{sent} {'call' if sent == 1 else 'calls'} of messages.create",
            expected="no call of messages.create",
            why="A call of create is billed, and you wanted to know beforehand.",
        )


@pytest.mark.hint(
    "Does your function take something out of the mapping it was given?",
    "Build a new mapping without max_tokens, and let the caller's be. The caller still wants to send it.",
)
def test_the_request_stays_as_it_was(answer: ModuleType) -> None:
    """The mapping `request`, and all that is in it, is the same afterwards."""
    whole = {**request_of(system=[{"type": "text", "text": SYSTEM}], tools=TOOLS), "messages": ASKED}
    for request, window in ((whole, 10), (whole, 2_000), (whole, 200_000), (request_of("Hello."), 200)):
        mine = copy.deepcopy(request)
        # What it makes of a request without these two is another requirement.
        with suppress(*([] if "tools" in request else [Exception])):
            answer.fits_window(connect(ScriptedModel(reader)), mine, window)
        missing, more = [name for name in request if name not in mine], [name for name in mine if name not in request]
        changed = [name for name in mine if name in request and mine[name] != request[name]]
        expect(
            mine == request,
            called=f"fits_window(client, request, {window}), then looked at request",
            got=" ".join(
                f"{name} is {what}."
                for names, what in ((missing, "gone"), (more, "new"), (changed, "another"))
                for name in names
            ),
            expected=f"request as it was, with {', '.join(request)}",
            why="The caller is about to send it.",
        )
