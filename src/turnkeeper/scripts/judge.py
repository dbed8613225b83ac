"""The scripted judge: it compares two answers and does not know whose they are.

It counts how many of the expected facts each answer holds, word for word, and names the one with more. A real model as
a judge reads for sense, explains itself, and is not always of the same mind: it prefers longer answers and the first of
two, so a fair comparison asks it twice, with the answers swapped. This script has no such leaning.
"""

import html
import re
from collections.abc import Sequence

from turnkeeper.messages import text_of
from turnkeeper.offline.request import MessagesRequest

_PARTS = ("question", "expected", "answer_a", "answer_b")


def judge(request: MessagesRequest) -> str:
    """Answer "A", "B" or "tie": which of two answers holds more of the expected facts.

    Args:
        request: The request, whose last message `judge_question` made: the parts `<question>`, `<expected>` (a fact in
            each line), `<answer_a>` and `<answer_b>`.

    Raises:
        ValueError: If a part is missing.
    """
    said = text_of(request.messages[-1])
    part = {name: _part(said, name) for name in _PARTS}
    facts = [line for line in part["expected"].splitlines() if line.strip()]
    a, b = (facts_held(part[name], facts) for name in ("answer_a", "answer_b"))
    return "A" if a > b else "B" if b > a else "tie"


def judge_question(question: str, expected: Sequence[str], answer_a: str, answer_b: str) -> str:
    """Return the message that puts two answers before a judge.

    Args:
        question: What was asked.
        expected: The facts that a good answer holds, a line each.
        answer_a: One answer.
        answer_b: The other one. Nothing in the message says where either comes from.
    """
    values = (question, "\n".join(expected), answer_a, answer_b)
    parts = (
        f"<{name}>\n{html.escape(value, quote=False)}\n</{name}>" for name, value in zip(_PARTS, values, strict=True)
    )
    return "Which answer holds more of what is expected? Say A, B or tie.\n\n" + "\n".join(parts)


def facts_held(answer: str, expected: Sequence[str]) -> int:
    """Return how many of the expected facts stand in an answer, word for word; case and line ends do not matter.

    Args:
        answer: The answer.
        expected: The facts.
    """
    return sum(_holds(answer, _plain(fact)) for fact in expected)


def _part(said: str, name: str) -> str:
    behind = said.partition(f"<{name}>")[2]
    inside, closed, _ = behind.partition(f"</{name}>")
    if not closed:
        raise ValueError(f"the judge was sent no <{name}>: make its message with judge_question()")
    return html.unescape(inside)


def _holds(answer: str, fact: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(fact)}(?!\w)", _plain(answer)) is not None


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
