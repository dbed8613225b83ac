"""The scripted desk of the shop: it replies and lists facts in one call, and asks for what it needs and cannot find.

A script, and no model: it knows a wish by one word, which its system prompt names together with what it needs
(`SYSTEM`). It looks for that in its one request, in the messages first and then in the system prompt. A statement
"my … is …" is found wherever it stands; a short answer such as "28 inches." only with its question, "What is your
wheel size?", in the message before.

A real model understands more sentences, guesses, and words its questions as it likes. What both share: an answer that
is neither in the messages nor among the facts is asked for again.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence

from turnkeeper.messages import Message, text_of
from turnkeeper.offline.request import MessagesRequest
from turnkeeper.scripts.facts import Fact, everything_said, facts_in, system_text

SYSTEM = """You stand at the desk of Tannery Lane Cycles, a bicycle workshop. Be brief.
Answer with JSON: your reply, and the new facts that the customer has told, such as "name: Noor".
For a tyre or tube you need the wheel size.
For pads or a cable you need the brake type.
For a lamp you need the hub.
For a delivery you need the street.
For a text you need the phone.
Ask for one thing at a time, and for nothing that you know."""
"""The system prompt: what is needed for which wish stands here and nowhere else."""

LOST = "What can I do for you?"
"""What it says to a message in which it finds neither a wish nor a fact."""

_ASKED = re.compile(r"\bWhat is your ([a-z][a-z ]{0,40}?)\?")
_NEEDS = re.compile(r"^For (?:an? )?([a-z ]{1,60}?) you need the ([a-z ]{1,40})\.$", re.MULTILINE)


def desk(*, short_answers: bool = False) -> Callable[[MessagesRequest], str]:
    """Return the script of the desk.

    Args:
        short_answers: True if a short answer is a fact too, put together with the question before it.

    Returns:
        A script that answers with the text of a JSON object: `reply`, the words for the customer, and `facts`, such as
        "name: Noor", all that it sees in the messages, oldest first and each once.
    """

    def answer(request: MessagesRequest) -> str:
        seen = list(_told(request.messages, short_answers=short_answers))
        facts = list(dict.fromkeys(f"{fact.what}: {fact.value}" for fact in seen))
        return json.dumps({"reply": _reply(request), "facts": facts}, ensure_ascii=False)

    return answer


def _reply(request: MessagesRequest) -> str:
    needs = dict(_wishes(system_text(request.system)))
    newest, *before = reversed(request.messages)
    wish = _wish_in(newest, needs)
    if wish is None and _answer(newest, before[0] if before else None) and len(before) > 1:
        wish = _wish_in(before[1], needs)  # what the question was asked for
    if wish is None:
        return "Noted." if facts_in(text_of(newest)) else LOST
    known = {fact.what: fact.value for fact in facts_in(system_text(request.system))}
    known |= {fact.what: fact.value for fact in _told(request.messages, short_answers=True)}
    what = needs[wish]
    return f"For the {wish}: {what} {known[what]}." if what in known else f"What is your {what}?"


def _wishes(system: str) -> Iterator[tuple[str, str]]:
    for words, what in _NEEDS.findall(system):
        for word in re.split(r" or (?:an? )?", words):
            yield word, what


def _wish_in(message: Message, needs: dict[str, str]) -> str | None:
    said = text_of(message).lower() if message["role"] == "user" else ""
    return next((word for word in needs if re.search(rf"\b{re.escape(word)}s?\b", said)), None)


def _told(messages: Sequence[Message], *, short_answers: bool) -> Iterator[Fact]:
    """The facts that the user has told, oldest first."""
    for place, message in enumerate(messages):
        if message["role"] != "user":
            continue
        yield from facts_in(everything_said(message))
        if short_answers and (fact := _answer(message, messages[place - 1] if place else None)):
            yield fact


def _answer(message: Message, before: Message | None) -> Fact | None:
    """What a short answer says, when the question is in the message before it."""
    said = text_of(message).strip()
    asked = _ASKED.search(text_of(before)) if before and before["role"] == "assistant" else None
    if message["role"] != "user" or not asked or not said or "?" in said or facts_in(said):
        return None
    return Fact(asked[1], said.rstrip(" .!"))
