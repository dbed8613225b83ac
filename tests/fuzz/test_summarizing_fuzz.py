"""Whatever valid history is summarised: what comes out is valid, nothing is lost on the way, and nothing is touched.

`make fuzz` tries half as many histories as bodies, and a tenth for what is rarer; `make test` tries a few.
"""

import copy
import re
from itertools import groupby
from typing import Any

import anthropic
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.histories import History, texts, valid_histories
from turnkeeper import ScriptedModel, check_history, connect
from turnkeeper.cuts import open_calls
from turnkeeper.messages import Message, blocks, starts_turn
from turnkeeper.summarizing import ACKNOWLEDGED, Summarized, SummaryError, summarize
from turnkeeper.tokens import text_tokens
from turnkeeper.validity import Target

SHORT = 60
"""How many histories `make test` tries."""
OLD, NEW = "claude-sonnet-4-5", "claude-opus-5"
BY_HAND = {"type": "enabled", "budget_tokens": 1024}
REPLY = 60
"""`max_tokens` of the summariser."""
FIELDS: tuple[dict[str, Any], ...] = ({}, {"model": NEW}, {"model": OLD, "thinking": BY_HAND})
"""The ways in which a history may be sent."""
TARGETS: tuple[Target, ...] = ("claude", "strict")


@st.composite
def long_histories(draw: Any) -> History:
    """Put a few conversations one behind the other, and stop at any place where no call is open."""
    history: History = []
    shape = draw(
        st.fixed_dictionaries({"thinks": st.booleans(), "must_think": st.booleans(), "system_messages": st.booleans()})
    )
    for number in range(draw(st.integers(1, 4))):
        if history:
            history.append({"role": "assistant", "content": draw(texts)})
        history += _renamed(draw(valid_histories(**shape)), number)
    places = [place for place in range(1, len(history) + 1) if not open_calls(history[:place])]
    history = history[: draw(st.sampled_from(places[-12:]))]
    if draw(st.booleans()):
        history = [{"role": "assistant", "content": draw(texts)}, *history]
    return [part for message in history for part in _split(draw, message)]


def _renamed(value: Any, number: int) -> Any:
    """Give the calls of a conversation ids that no other has."""
    if isinstance(value, list):
        return [_renamed(one, number) for one in value]
    if isinstance(value, dict):
        return {
            key: f"{inner}_{number}" if key in ("id", "tool_use_id") and "type" in value else _renamed(inner, number)
            for key, inner in value.items()
        }
    return value


def _split(draw: Any, message: Message) -> list[Message]:
    """Cut some messages into two of the same role, which the Claude API joins again."""
    content = message["content"]
    if isinstance(content, str) or len(content) < 2 or draw(st.integers(0, 7)):
        return [message]
    cut = draw(st.integers(1, len(content) - 1))
    return [{**message, "content": content[:cut]}, {**message, "content": content[cut:]}]


def valid_as(messages: list[Message]) -> list[tuple[int, Target]]:
    """Return the ways in which a history is accepted. One that ends with a reply is asked to go on."""
    asked = messages if messages[-1]["role"] != "assistant" else [*messages, {"role": "user", "content": "Go on."}]
    return [
        (way, target)
        for way, fields in enumerate(FIELDS)
        for target in TARGETS
        if not check_history(asked, target=target, **fields)
    ]


def read(model: ScriptedModel) -> str:
    """Return all that a summariser was given to read, with the lines that were cut put together again."""
    texts = [str(request.messages[0]["content"]).split("<transcript>\n")[1] for request in model.requests]
    said = "\n".join(text.removesuffix("\n</transcript>") for text in texts)
    return re.sub(r"\n[^\n]* \(continued\): ", "", said)


def words_of(messages: list[Message], role: str) -> list[str]:
    found = [block for message in messages if message["role"] == role for block in blocks(message)]
    return [block["text"] for block in found if block["type"] == "text" and block["text"].strip()]


def asked(messages: list[Message]) -> list[Message]:
    """Return what the user asked of the turn that waits for an answer: neighbours of one role are one message."""
    spoken = [message for message in messages if message["role"] != "system"]
    if spoken[-1]["role"] != "user":
        return []
    runs = [list(run) for _, run in groupby(spoken, key=lambda message: message["role"])]
    questions = [run for run in runs if run[0]["role"] == "user" and all(map(starts_turn, run))]
    return questions[-1] if questions else []


def check(messages: list[Message], done: Summarized, model: ScriptedModel, keep_recent: int) -> None:
    """Check what came of a history."""
    assert sorted([*done.covered, *done.kept]) == list(range(len(messages)))
    assert (list(done.covered), list(done.kept)) == (sorted(done.covered), sorted(done.kept))
    assert done.calls == len(model.requests)
    if not done.covered:
        assert (done.messages, done.summary, done.calls, done.recent) == (messages, None, 0, len(messages))
        return
    assert done.recent >= min(keep_recent, len(messages))
    assert done.calls >= 1
    first, kept = done.messages[0], done.messages[len(done.messages) - len(done.kept) :]
    assert [id(message) for message in kept] == [id(messages[place]) for place in done.kept]
    assert all(one is other for one, other in zip(kept[::-1], messages[::-1][: done.recent], strict=False))
    assert first["role"] == "user"
    assert str(done.summary) in first["content"][0]["text"]
    assert done.messages[1 : -len(kept)] == ([ACKNOWLEDGED] if kept[0]["role"] == "user" else [])
    newest = [message for message in messages if message["role"] == "user"][-1:]
    assert {id(message) for message in [*newest, *asked(messages)]} <= {id(message) for message in kept}
    transcript = read(model)
    covered = [messages[place] for place in done.covered]
    for role in ("user", "assistant", "system"):
        assert all(words in transcript for words in words_of(covered, role))
    for message in covered:
        for block in blocks(message):
            if block["type"] == "tool_use":
                assert f"call of {block['name']}" in transcript


def fuzz(bodies: int | None, share: int = 10) -> Any:
    """Return the settings of a run: how many histories, as a share of the bodies that were asked for."""
    return settings(
        max_examples=bodies // share if bodies else SHORT,
        deadline=None,
        database=None,
        derandomize=bodies is None,
        suppress_health_check=list(HealthCheck),
    )


@pytest.fixture
def bodies(request: pytest.FixtureRequest) -> int | None:
    asked: int | None = request.config.getoption("--bodies", default=None)
    return asked


def test_what_comes_out_is_valid_and_nothing_is_lost(bodies: int | None) -> None:
    seen: set[str] = set()

    @fuzz(bodies, 2)
    @given(long_histories(), st.integers(1, 8), st.sampled_from([None, 420, 500]), st.lists(texts, max_size=2))
    def run(messages: History, keep_recent: int, window: int | None, pinned: list[str]) -> None:
        before = copy.deepcopy(messages)
        ways = valid_as(messages)
        model = ScriptedModel(lambda request: f"Summary of {request.input_tokens} tokens.")
        given = {"keep_recent": keep_recent, "window": window, "max_tokens": REPLY, "pinned": pinned}
        done = summarize(messages, connect(model), **given)
        assert messages == before
        check(messages, done, model, keep_recent)
        assert not set(ways) - set(valid_as(done.messages))
        assert all(request.input_tokens <= (window or 10**6) - REPLY for request in model.requests)
        seen.update({"unchanged"} if not done.covered else {"folded"} if done.calls > 1 else {"summarised"})
        seen.update({"strict"} if (0, "strict") in ways else set())
        seen.update({"thinking by hand"} if (2, "claude") in ways and done.covered else set())
        seen.update({"inside an open turn"} if done.recent < len(done.kept) else set())
        seen.update({"inside a finished turn"} if done.covered and done.messages[1]["role"] == "assistant" else set())
        if done.covered:
            assert all(f"<pinned>{line}</pinned>" in done.messages[0]["content"][0]["text"] for line in pinned)
            again = summarize(done.messages, connect(ScriptedModel([])), **{**given, "pinned": ()})
            assert (again.messages, again.calls) == (done.messages, 0)

    run()
    assert seen >= {
        "unchanged",
        "folded",
        "summarised",
        "strict",
        "thinking by hand",
        "inside a finished turn",
    }
    # Rare: which histories come depends on what else is loaded, so a short run may have none.
    assert not bodies or "inside an open turn" in seen


def test_summaries_of_summaries_keep_what_is_pinned(bodies: int | None) -> None:
    @fuzz(bodies)
    @given(st.lists(long_histories(), min_size=2, max_size=4), st.integers(1, 6))
    def run(pieces: list[History], keep_recent: int) -> None:
        history: list[Message] = []
        for number, piece in enumerate(pieces):
            if history and history[-1]["role"] == "user":
                history.append({"role": "assistant", "content": "Fine."})
            history += _renamed(piece, 10 + number)
            model = ScriptedModel([f"Summary {number}."] * 9)
            ways = valid_as(history)
            done = summarize(history, connect(model), keep_recent=keep_recent, pinned=[f"Rule {number}."])
            told = re.findall(r"^earlier summary: $", read(model), re.MULTILINE)
            assert len(told) == (done.calls > 0 and "<conversation_summary>" in str(history[0]["content"]))
            assert not set(ways) - set(valid_as(done.messages))
            rules = re.findall(r"<pinned>(Rule \d\.)</pinned>", str(done.messages[0]["content"]))
            assert set(re.findall(r"<pinned>(Rule \d\.)</pinned>", str(history[0]["content"]))) <= set(rules)
            assert not done.calls or f"Rule {number}." in rules
            assert len(set(rules)) == len(rules)
            history = done.messages

    run()


def test_a_failure_in_any_call_leaves_the_history_as_it_was(
    bodies: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    failed: set[tuple[str, int]] = set()

    @fuzz(bodies)
    @given(long_histories(), st.integers(0, 2), st.sampled_from(["error", "empty", "cut"]))
    def run(messages: History, place: int, kind: str) -> None:
        before = copy.deepcopy(messages)
        said: list[str] = []

        def script(request: Any) -> str:
            said.append("So far.")
            if len(said) <= place:
                return said[-1]
            return "" if kind == "empty" else "word " * REPLY

        model = ScriptedModel(script)
        client = connect(model)
        if kind == "error":
            create = client.messages.create

            def fails(**fields: Any) -> Any:
                if len(said) == place:
                    model.fail_next(529, times=3)
                return create(**fields)

            monkeypatch.setattr(client.messages, "create", fails)
        try:
            summarize(messages, client, keep_recent=1, window=420, max_tokens=REPLY)
        except (anthropic.APIStatusError, SummaryError):
            failed.add((kind, place))
        else:
            assert len(said) <= place
        assert messages == before

    run()
    assert {kind for kind, place in failed if place} == {"error", "empty", "cut"}


def test_a_counter_of_ones_own_is_asked_about_the_messages_alone(bodies: int | None) -> None:
    @fuzz(bodies)
    @given(long_histories(), st.integers(1, 4), st.integers(100, 400))
    def run(messages: History, keep_recent: int, window: int) -> None:
        own = {id(message) for message in messages}

        def count(message: Message) -> int:
            assert id(message) in own
            return text_tokens(str(message["content"])) // 4

        model = ScriptedModel(lambda request: "So far, so good.")
        done = summarize(messages, connect(model), keep_recent=keep_recent, window=window, max_tokens=20, count=count)
        check(messages, done, model, keep_recent)

    run()
