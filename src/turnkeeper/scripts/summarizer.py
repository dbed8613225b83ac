"""The scripted summarizer: it keeps whole sentences that hold a fact, the newest first, until its words are used up.

Its rule, and all of it: of everything it was sent, a sentence counts when it is no question and holds a number, a name,
a decision, or a "my … is …". A question counts when it is still open: it stands in the user's message directly before
the request for a summary. Sentences are taken from the newest to the oldest until the next one does not fit any more;
everything older is lost. They are then put in their old order, word for word.

A real model writes new sentences, weighs what matters, and can get a fact wrong as well as lose it. What both share: a
summary has a length, and what does not fit is gone. A summary of a summary loses again.
"""

import re
from collections.abc import Callable, Iterator

from turnkeeper.offline.request import MessagesRequest
from turnkeeper.scripts.facts import everything_said, facts_in

NOTHING = "Nothing."
"""What the summary says when no sentence was kept: a reply is never empty."""

_ASKS_FOR_IT = re.compile(r"\bsummar(?:y|i[sz])|\bcompact|\bcondense|\bshorten|^(?:keep|preserve)\b", re.IGNORECASE)
_ENDS = re.compile(r"(?<=[.!?])\s+|\n+")
_LABEL = re.compile(r"^(?:user|assistant|system|customer)\s*:\s*", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z_]+>")
_NAME = re.compile(r"(?<=[a-z,] )(?!I\b)[A-Z]\w")
_DECISION = re.compile(
    r"\b(?:agreed|allergic|always|booked|chose|decided|decision|must|need|never|prefer|promised|want)", re.IGNORECASE
)


def summarizer(words: int = 150) -> Callable[[MessagesRequest], str]:
    """Return a script that answers with a summary of what it was sent.

    The instruction is not summed up: when the last message asks for a summary, its first paragraph is left out. A
    previous summary is a part of what was sent, like any other text. The system prompt is not.

    Args:
        words: The most words of the summary, as white space parts them. A bigger budget keeps all that a smaller one
            keeps.

    Raises:
        ValueError: If `words` is below 1.
    """
    if words < 1:
        raise ValueError(f"a summary needs at least one word, not words={words}")

    def summarize(request: MessagesRequest) -> str:
        kept: list[str] = []
        left = words
        for sentence in dict.fromkeys(reversed(list(_sentences(request)))):
            left -= len(sentence.split())
            if left < 0:
                break
            kept.append(sentence)
        return " ".join(reversed(kept)) or NOTHING

    return summarize


def _sentences(request: MessagesRequest) -> Iterator[str]:
    texts = [everything_said(message) for message in request.messages]
    is_open = False
    if _ASKS_FOR_IT.search(re.split(r"\n\s*\n|<", texts[-1])[0]):
        texts[-1] = "".join(re.split(r"(\n\s*\n|<)", texts[-1], maxsplit=1)[1:])
        is_open = not texts[-1].strip() and [message["role"] for message in request.messages[-2:]] == ["user", "user"]
    for place, text in enumerate(texts):
        for sentence in _ENDS.split(_TAG.sub("\n", text)):
            plain = " ".join(_LABEL.sub("", sentence.strip()).split())
            if _counts(plain, asked=is_open and place == len(texts) - 2):
                yield plain


def _counts(sentence: str, *, asked: bool) -> bool:
    if sentence.endswith("?"):
        return asked
    return bool(
        facts_in(sentence) or re.search(r"\d", sentence) or _NAME.search(sentence) or _DECISION.search(sentence)
    )
