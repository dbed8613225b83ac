"""The tags that keep apart who speaks, in the request for a summary and in the message that holds one."""

import re

SUMMARY = "conversation_summary"
"""The tag around the summary in the history."""
PINNED = "pinned"
"""The tag around a fact or a rule that stays word for word."""
SO_FAR = "summary_so_far"
"""The tag around what earlier calls have summarised."""
TRANSCRIPT = "transcript"
"""The tag around the messages that are to be summarised."""

_OURS = re.compile(rf"<(?=\s*+/?\s*+(?:{'|'.join((SUMMARY, PINNED, SO_FAR, TRANSCRIPT))})\b)", re.IGNORECASE)


def tagged(tag: str, text: str) -> str:
    """Return a text between lines with a tag."""
    return f"<{tag}>\n{text}\n</{tag}>"


def without_tags(text: str) -> str:
    """Return a text in which nothing begins or ends one of our tags: their `<` becomes `‹`, and all else stays.

    A text from outside could otherwise close the tag it stands in, and speak in another's name. The sign is one token
    of the stand-in counter, as `<` is, so the text does not grow.
    """
    return _OURS.sub("‹", text)
