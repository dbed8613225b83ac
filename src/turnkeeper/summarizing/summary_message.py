"""The message that holds a summary: how it is written, and how it is read again when the next summary is due.

It is a message of the user, since every platform takes one as the first. Its first block says that it is a summary and
not the user's words; behind that block may stand what the user did say and what is still being answered.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from turnkeeper.messages import Block, Message, blocks
from turnkeeper.summarizing.tags import PINNED, SUMMARY, tagged, without_tags

ACKNOWLEDGED: dict[str, str] = {"role": "assistant", "content": "I have read the summary, and go on from there."}
"""What the assistant says between a summary and the user's next message: strict platforms want roles to alternate."""

_SAYS_SO = (
    "This is a summary of {count} earlier messages. A model wrote it: these are not the user's words. Pinned lines "
    "hold word for word."
)
_BEGINS = re.compile(f"<{SUMMARY}>\n{re.escape(_SAYS_SO).replace(re.escape('{count}'), '([0-9]+)')}\n")
_PINNED_LINE = re.compile(f"<{PINNED}>(.*?)</{PINNED}>\n", re.DOTALL)
_ENDS = f"\n</{SUMMARY}>"


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


def write_summary(summary: Earlier, behind: Sequence[Block]) -> dict[str, Any]:
    """Return a summary as a message of the user.

    Args:
        summary: The summary, with the messages it tells of and its pinned lines. Tags of ours in its text are undone.
        behind: Content blocks of the user that stand behind it.
    """
    lines = [_SAYS_SO.format(count=summary.messages), *(f"<{PINNED}>{line}</{PINNED}>" for line in summary.pinned)]
    text = tagged(SUMMARY, "\n".join([*lines, "", without_tags(summary.text)]))
    return {"role": "user", "content": [{"type": "text", "text": text}, *behind]}


def _read_summary(message: Message) -> Earlier | None:
    """Return what a summary message tells, or None for any other message.

    Only a message whose content is a list, as `write_summary` makes it, is read as one, and a text that was typed in is
    not. A program that puts what users type into blocks should take our tags out of the first message.

    Args:
        message: The first message of a history. A summary stands nowhere else.
    """
    if message.get("role") != "user" or isinstance(message.get("content"), str):
        return None
    text = next((str(block.get("text", "")) for block in blocks(message)), "")
    begins = _BEGINS.match(text)
    if not begins or not text.endswith(_ENDS):
        return None
    pinned, place = [], begins.end()
    while line := _PINNED_LINE.match(text, place):
        pinned.append(line[1])
        place = line.end()
    told = text[place : -len(_ENDS)].strip()
    return Earlier(int(begins[1]), pinned, told) if told else None


def earlier_summary(messages: Sequence[Message]) -> tuple[Earlier | None, int]:
    """Return the summary a history begins with, and how many messages that takes: 0, 1, or 2 with the acknowledgement.

    Args:
        messages: The history.
    """
    earlier = _read_summary(messages[0]) if messages else None
    return earlier, bool(earlier) + (bool(earlier) and list(messages[1:2]) == [ACKNOWLEDGED])


def check_pinned(pinned: Sequence[str]) -> None:
    """Refuse lines that cannot stay word for word.

    Args:
        pinned: Facts and rules.

    Raises:
        TypeError: If it is one text, and no list of texts.
        ValueError: If a line is blank or holds one of our tags.
    """
    if isinstance(pinned, str):
        raise TypeError(f"pinned is a list of facts and rules: write pinned=[{pinned!r}]")
    for place, line in enumerate(pinned):
        if not line.strip():
            raise ValueError(f"pinned[{place}] is blank: leave it out")
        if without_tags(line) != line:
            raise ValueError(f"pinned[{place}] holds a tag of the summary's own: write {line!r} without it")
