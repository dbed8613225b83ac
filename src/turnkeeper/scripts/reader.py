"""The scripted reader: it finds facts in the text it was sent, and nowhere else.

It knows two forms of English sentence: "my … is …" states a fact, "what is my …?" asks for one. A real model
understands far more, and words its answer as it likes. What both share is what this course is about: a fact that is not
in the request cannot be in the answer.
"""

import re
from collections.abc import Iterator

from turnkeeper.messages import text_of
from turnkeeper.offline.request import MessagesRequest

_FACT = re.compile(r"\bmy ([a-z][a-z ]{0,40}?) is (?!it\b|that\b)([^.,;!?\n]+)", re.IGNORECASE)
_QUESTION = re.compile(r"\bwhat(?:'s|’s| is| was) my ([a-z][a-z ]{0,40}?)\s*\?", re.IGNORECASE)


def reader(request: MessagesRequest) -> str:
    """Answer the last message from what stands in the request.

    Args:
        request: The request. The nearest statement of a fact wins; the system prompt is read last.
    """
    newest = text_of(request.messages[-1])
    if question := _QUESTION.search(newest):
        return _recall(question[1].lower(), request)
    if facts := list(_FACT.finditer(newest)):
        return "Noted: " + ", ".join(f"your {fact[1].lower()} is {fact[2].strip()}" for fact in facts) + "."
    return "All right. What would you like to know?"


def _recall(what: str, request: MessagesRequest) -> str:
    for text in _texts_from_newest(request):
        for fact in reversed(list(_FACT.finditer(text))):
            if fact[1].lower() == what:
                return f"Your {what} is {fact[2].strip()}."
    return f"I don't know your {what}: it is nowhere in what I was sent."


def _texts_from_newest(request: MessagesRequest) -> Iterator[str]:
    for message in reversed(request.messages):
        if message["role"] == "user":
            yield text_of(message)
    if isinstance(request.system, str):
        yield request.system
    elif request.system:
        yield text_of({"content": request.system})
