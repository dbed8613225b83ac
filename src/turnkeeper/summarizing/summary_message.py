"""The message that holds a summary: how it is written, and how it is read again when the next summary is due.

It is a message of the user, since every platform takes one as the first. It has two blocks: the summary, which says
that it is one and not the user's words, and a sentence. A text that a user typed comes as one, so it is never taken for
a summary, whatever it says.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from turnkeeper.messages import Message, blocks
from turnkeeper.summarizing.tags import PINNED, SUMMARY, tagged, without_tags

ACKNOWLEDGED: dict[str, str] = {"role": "assistant", "content": "I have read the summary, and go on from there."}
"""What the assistant says between a summary and the user's next message: strict platforms want roles to alternate."""

_SAYS_SO = (
    "This is a summary of {count} earlier messages. A model wrote it: these are not the user's words. Pinned lines "
    "hold word for word."
)
_BEGINS = re.compile(f"<{SUMMARY}>\n{re.escape(_SAYS_SO).replace(re.escape('{count}'), '([0-9]{1,9})')}\n")
_PINNED_LINE = re.compile(f"<{PINNED}>(.*?)</{PINNED}>\n", re.DOTALL)
_ENDS = f"\n</{SUMMARY}>"
_GOES_ON = "The conversation goes on behind this summary."


class Earlier(NamedTuple):
    """What a summary message tells.

    Attributes:
        messages: How many messages were summarised, those before earlier summaries among them.
        pinned: The facts and rules that stay word for word.
        text: The summary.
    """

    messages: int
    pinned: list[str]
    text: str


def write_summary(summary: Earlier) -> dict[str, Any]:
    """Return a summary as a message of the user.

    Args:
        summary: The summary, with the messages it tells of and its pinned lines. Tags of ours in its text are undone.
    """
    lines = [_SAYS_SO.format(count=summary.messages), *(f"<{PINNED}>{line}</{PINNED}>" for line in summary.pinned)]
    text = tagged(SUMMARY, "\n".join([*lines, "", without_tags(summary.text)]))
    return {"role": "user", "content": [{"type": "text", "text": part} for part in (text, _GOES_ON)]}


def _read_summary(message: Message) -> Earlier | None:
    """Return what a summary message tells, or None for any other message.

    Args:
        message: The first message of a history. A summary stands nowhere else.
    """
    texts = [str(block.get("text")) for block in blocks(message)]
    if message.get("role") != "user" or len(texts) != 2 or texts[1] != _GOES_ON:
        return None
    begins = _BEGINS.match(texts[0])
    if not begins or not texts[0].endswith(_ENDS):
        return None
    pinned, place = [], begins.end()
    while line := _PINNED_LINE.match(texts[0], place):
        pinned.append(line[1])
        place = line.end()
    told = texts[0][place : -len(_ENDS)].strip()
    return Earlier(int(begins[1]), pinned, told) if told else None


def earlier_summary(messages: Sequence[Message]) -> tuple[Earlier | None, int]:
    """Return the summary a history begins with, and how many messages that takes: 0, 1, or 2 with the acknowledgement.

    Args:
        messages: The history.
    """
    earlier = _read_summary(messages[0]) if messages else None
    return earlier, bool(earlier) + (bool(earlier) and list(messages[1:2]) == [ACKNOWLEDGED])
