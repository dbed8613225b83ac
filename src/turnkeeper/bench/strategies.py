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


def slide(turns: int = 4, name: str = "sliding window") -> Strategy:
    """Return the strategy that sends the newest turns (`keep_last_turns`).

    Args:
        turns: How many turns.
        name: Its name in the table.
    """
    return Strategy(name, pick_history=lambda messages: keep_last_turns(messages, turns))


def within_budget(tokens: int, name: str = "budget", *, model: str = DEFAULT_MODEL) -> Strategy:
    """Return the strategy that drops the oldest turns until the request fits (`trim_to_budget`).

    Args:
        tokens: What the whole request may have, in stand-in tokens.
        name: Its name in the table.
        model: The model whose counter is used.
    """

    def start(session: Session, record: Record) -> Strategy:
        fixed: dict[str, Any] = {"model": model, "system": session.system, "tools": session.tools}
        return Strategy(name, pick_history=lambda messages: trim_to_budget(messages, tokens, **fixed))

    return Strategy(name, start=start)


def rarely(high: int, low: int, name: str = "cut rarely", *, model: str = DEFAULT_MODEL) -> Strategy:
    """Return the strategy that lets the request grow, and then cuts deeply (`cut_rarely`).

    Args:
        high: What the whole request may have, in stand-in tokens.
        low: What it has at most after a cut, in stand-in tokens.
        name: Its name in the table.
        model: The model whose counter is used.
    """

    def start(session: Session, record: Record) -> Strategy:
        fixed: dict[str, Any] = {"model": model, "system": session.system, "tools": session.tools}
        return Strategy(name, pick_history=lambda messages: cut_rarely(messages, high, low, **fixed))

    return Strategy(name, start=start)


def summarised(
    trigger: int,
    name: str = "summary",
    *,
    keep_recent: int = 6,
    words: int = 150,
    model: str = DEFAULT_MODEL,
    connect: Connect | None = None,
) -> Strategy:
    """Return the strategy that puts a summary in the place of the older messages (`summarize`).

    The summary is kept, and sent until the next one takes its place.

    Args:
        trigger: From how many tokens of messages on there is a new summary.
        name: Its name in the table.
        keep_recent: The fewest newest messages that stay as they are.
        words: The most words of a summary.
        model: The model that writes the summaries.
        connect: Returns the client that writes them; None takes the scripted summarizer.
    """

    def start(session: Session, record: Record) -> Strategy:
        script = ScriptedModel(summarizer(words), record=0)
        client = record(connect() if connect else connect_offline(script))
        shortened: list[Message] = []
        end = 0

        def pick(messages: list[Message]) -> Sequence[Message]:
            nonlocal shortened, end
            told = summarize(
                [*shortened, *messages[end:]],
                client,
                model=model,
                keep_recent=keep_recent,
                words=words,
                trigger=trigger,
            )
            if told.summary is not None:
                left = min(len(told.kept), len(messages) - end)
                shortened, end = told.messages[: len(told.messages) - left], len(messages) - left
            return told.messages

        return Strategy(name, pick_history=pick)

    return Strategy(name, start=start)


def facts_and_window(
    messages: int = 4, name: str = "facts + window", *, model: str = DEFAULT_MODEL, connect: Connect | None = None
) -> Strategy:
    """Return the strategy that sends a short window, and what the user has told as known facts in the system prompt.

    In each turn a model is asked what facts the user's newest message tells, and that message is all it sees. A
    fact that stands in the anchor and is corrected later stays there as it was, and the model may take that for true.

    Args:
        messages: How many messages the window has, behind its anchor (`window_with_anchor`).
        name: Its name in the table.
        model: The model that finds the facts.
        connect: Returns the client that finds them; None takes the scripted extractor.
    """

    def start(session: Session, record: Record) -> Strategy:
        client = record(connect() if connect else connect_offline(ScriptedModel(extractor, record=0)))
        known = KnownFacts()
        read: Message | None = None

        def build(history: list[Message]) -> Any:
            nonlocal known, read
            newest = next(message for message in reversed(history) if starts_turn(message))
            if newest != read:
                read = newest
                for fact, value in _found(text_of(newest), client, model):
                    known = known.remember(fact, value, source="the user")
            return place_facts(known, history, place="system", system=session.system).system

        return Strategy(name, pick_history=lambda history: window_with_anchor(history, messages), build_system=build)

    return Strategy(name, start=start)


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
