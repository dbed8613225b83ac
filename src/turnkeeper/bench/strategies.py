"""The strategies of the course, each with the numbers that make it what it is."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from turnkeeper.bench.recording import Record
from turnkeeper.bench.session import Session
from turnkeeper.bench.strategy import Strategy
from turnkeeper.client import connect as connect_offline
from turnkeeper.memory import KnownFacts, place_facts
from turnkeeper.messages import Message, starts_turn, text_of
from turnkeeper.models import DEFAULT_MODEL
from turnkeeper.offline import ScriptedModel
from turnkeeper.scripts.extractor import extractor
from turnkeeper.scripts.summarizer import summarizer
from turnkeeper.summarizing import summarize
from turnkeeper.trimming import cut_rarely, keep_last_turns, trim_to_budget, window_with_anchor

Connect = Callable[[], Any]
"""Returns the client that a strategy calls, such as `lambda: connect(live=True)`."""

_EXTRACT = (
    "List the facts about the user that this message tells, those that will still hold tomorrow, as a JSON object: "
    '{"facts": ["name: value"]}. Answer with the JSON alone. Without any: {"facts": []}.'
)


def send_all(name: str = "send all") -> Strategy:
    """Return the strategy that sends the whole history."""
    return Strategy(name)


def slide(turns: int = 4, name: str | None = None) -> Strategy:
    """Return the strategy that sends the newest turns (`keep_last_turns`).

    Args:
        turns: How many turns.
        name: Its name in the table; None makes one with the number in it.
    """
    called = name or f"sliding window {turns}"
    return Strategy(called, pick_history=lambda messages: keep_last_turns(messages, turns))


def within_budget(tokens: int, name: str | None = None, *, model: str = DEFAULT_MODEL) -> Strategy:
    """Return the strategy that drops the oldest turns until the request fits (`trim_to_budget`).

    Args:
        tokens: What the whole request may have, in stand-in tokens.
        name: Its name in the table; None makes one with the number in it.
        model: The model whose counter is used.
    """
    called = name or f"budget {tokens:,}"

    def start(session: Session, record: Record) -> Strategy:
        fixed: dict[str, Any] = {"model": model, "system": session.system, "tools": session.tools}
        return Strategy(called, pick_history=lambda messages: trim_to_budget(messages, tokens, **fixed))

    return Strategy(called, start=start)


def rarely(high: int, low: int, name: str | None = None, *, model: str = DEFAULT_MODEL) -> Strategy:
    """Return the strategy that lets the request grow, and then cuts deeply (`cut_rarely`).

    Args:
        high: What the whole request may have, in stand-in tokens.
        low: What it has at most after a cut, in stand-in tokens.
        name: Its name in the table; None makes one with the number in it.
        model: The model whose counter is used.
    """
    called = name or f"cut {high:,} to {low:,}"

    def start(session: Session, record: Record) -> Strategy:
        fixed: dict[str, Any] = {"model": model, "system": session.system, "tools": session.tools}
        return Strategy(called, pick_history=lambda messages: cut_rarely(messages, high, low, **fixed))

    return Strategy(called, start=start)


def summarised(
    trigger: int,
    name: str | None = None,
    *,
    keep_recent: int = 6,
    words: int = 150,
    model: str = DEFAULT_MODEL,
    connect: Connect | None = None,
) -> Strategy:
    """Return the strategy that puts a summary in the place of the older messages (`summarize`).

    The summary is kept, and sent until the next one takes its place. Where a turn that went into it is refused and
    taken back, it is thrown away.

    Args:
        trigger: From how many tokens of messages on there is a new summary.
        name: Its name in the table; None makes one with the number in it.
        keep_recent: The fewest newest messages that stay as they are.
        words: The most words of a summary.
        model: The model that writes the summaries.
        connect: Returns the client that writes them; None takes the scripted summarizer.
    """
    called = name or f"summary at {trigger:,}"

    def start(session: Session, record: Record) -> Strategy:
        script = ScriptedModel(summarizer(words), record=0)
        client = record(connect() if connect else connect_offline(script))
        shortened: list[Message] = []
        covered: list[Message] = []  # what `shortened` stands for

        def pick(messages: list[Message]) -> Sequence[Message]:
            nonlocal shortened, covered
            if messages[:-1][: len(covered)] != covered:  # a turn that was summed up was refused and taken back
                shortened, covered = [], []
            told = summarize(
                [*shortened, *messages[len(covered) :]],
                client,
                model=model,
                keep_recent=keep_recent,
                words=words,
                trigger=trigger,
            )
            if told.summary is not None:
                left = min(told.recent, len(messages) - len(covered))
                shortened = told.messages[: len(told.messages) - left]
                covered = messages[: len(messages) - left]
            return told.messages

        return Strategy(called, pick_history=pick)

    return Strategy(called, start=start, models=(model,))


def facts_and_window(
    messages: int = 4, name: str | None = None, *, model: str = DEFAULT_MODEL, connect: Connect | None = None
) -> Strategy:
    """Return the strategy that sends a short window, and what the user has told as known facts in the system prompt.

    In each turn a model is asked what facts the user's newest message tells, and that message is all it sees. What was
    told in a turn that is refused and taken back is forgotten. A fact that stands in the anchor and is corrected later
    stays there as it was, and the model may take that for true.

    Args:
        messages: How many messages the window has, behind its anchor (`window_with_anchor`).
        name: Its name in the table; None makes one with the number in it.
        model: The model that finds the facts.
        connect: Returns the client that finds them; None takes the scripted extractor.
    """
    called = name or f"facts + window {messages}"

    def start(session: Session, record: Record) -> Strategy:
        client = record(connect() if connect else connect_offline(ScriptedModel(extractor, record=0)))
        read: list[tuple[int, Message, KnownFacts]] = []  # place and message, with all that was known behind it

        def build(history: list[Message]) -> Any:
            while read and history[read[-1][0] :][:1] != [read[-1][1]]:  # its turn was refused and taken back
                read.pop()
            place = max(place for place, message in enumerate(history) if starts_turn(message))
            if not read or read[-1][0] != place:
                known = read[-1][2] if read else KnownFacts()
                for fact, value in _found(text_of(history[place]), client, model):
                    known = known.remember(fact, value, source="the user")
                read.append((place, history[place], known))
            return place_facts(read[-1][2], history, place="system", system=session.system).system

        return Strategy(called, pick_history=lambda history: window_with_anchor(history, messages), build_system=build)

    return Strategy(called, start=start, models=(model,))


def course_strategies(budget: int = 1_000, turns: int = 4) -> list[Strategy]:
    """Return the strategies of the course, "send all" first: the baseline.

    Args:
        budget: The tokens that limit the three strategies which count them.
        turns: The turns of the sliding window; the window beside the facts has as many messages.
    """
    return [
        send_all(),
        slide(turns),
        within_budget(budget),
        rarely(budget, budget // 2),
        summarised(budget, words=max(1, budget // 8)),
        facts_and_window(turns),
    ]


def _found(text: str, client: Any, model: str) -> Iterator[tuple[str, str]]:
    """Yield the facts that a model finds in a text; what it answers besides JSON of that form is left out."""
    asked = {"role": "user", "content": f"{_EXTRACT}\n\n{text}"}
    reply = text_of({"content": client.messages.create(model=model, max_tokens=1024, messages=[asked]).content})
    try:
        facts = json.loads(reply[reply.find("{") : reply.rfind("}") + 1])["facts"]
    except (ValueError, TypeError, KeyError):
        return
    for fact in facts if isinstance(facts, list) else ():
        what, _, value = str(fact).partition(": ")
        if what.strip() and value.strip():
            yield what, value
