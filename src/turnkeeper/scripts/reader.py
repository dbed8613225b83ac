"""The scripted reader: it finds facts in the text it was sent, and nowhere else.

It knows two forms of English sentence: "my … is …" states a fact, "what is my …?" asks for one. A real model
understands far more, and words its answer as it likes. What both share is what this course is about: a fact that is not
in the request cannot be in the answer.
"""

import re
from collections.abc import Iterator

from turnkeeper.messages import blocks, text_of
from turnkeeper.offline.request import MessagesRequest
from turnkeeper.scripts.facts import facts_in, system_text

_QUESTION = re.compile(r"\bwhat(?:'s|’s| is| was) my ([a-z][a-z ]{0,40}?)(?=\s*\?|,| and what)", re.IGNORECASE)


def reader(request: MessagesRequest) -> str:
    """Answer the last message from what stands in the request.

    Args:
        request: The request. The nearest statement of a fact wins; the system prompt is read last.
    """
    newest = text_of(request.messages[-1])
    if asked := [question[1].lower() for question in _QUESTION.finditer(newest)]:
        return " ".join(_recall(what, request) for what in asked)
    if facts := facts_in(newest):
        return "Noted: " + ", ".join(f"your {fact.what} is {fact.value}" for fact in facts) + "."
    return "All right. What would you like to know?"


def _recall(what: str, request: MessagesRequest) -> str:
    for text in _texts_from_newest(request):
        for fact in reversed(facts_in(text)):
            if fact.what == what:
                return f"Your {what} is {fact.value}."
    return f"I don't know your {what}: it is nowhere in what I was sent."


def _texts_from_newest(request: MessagesRequest) -> Iterator[str]:
    for message in reversed(request.messages):
        if message["role"] != "assistant":
            yield text_of(message)
        for block in blocks(message):
            if block.get("type") == "compaction":  # a summary that the API made stands in the assistant's place
                yield str(block.get("content") or "")
    yield system_text(request.system)
