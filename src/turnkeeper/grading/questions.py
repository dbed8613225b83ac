"""The grammar of a question: what a `quiz` or a `predict` fence holds.

What does the third request hold?
( ) Only the third question.
    Why a reader may think so, and why it is not so.
(x) Everything said so far.
    Why this is right. May run
    over several indented lines.
"""

import re
from dataclasses import dataclass

from turnkeeper.grading.lesson_text import FenceError

_CHOICE = re.compile(r"\((?P<mark>[ xX])\)[ \t]+(?P<text>\S.*)")
_ALMOST = re.compile(r"[(\[].?[)\]]")
_LINK = re.compile(r"\]\((?!https?://)[^)]*\)")


@dataclass(frozen=True)
class Choice:
    """One choice of a question, with the explanation of why it is right or not."""

    text: str
    why: str
    right: bool


@dataclass(frozen=True)
class Question:
    """A question with two or more choices, exactly one of which is right. All texts are inline Markdown."""

    prompt: str
    choices: tuple[Choice, ...]


@dataclass
class _Draft:
    text: str
    right: bool
    line: int
    why: list[str]


def parse_question(body: str) -> Question:
    """Read the body of a `quiz` or `predict` fence.

    Args:
        body: The lines between the fences.

    Returns:
        The question.

    Raises:
        FenceError: When the question is not one a reader could answer and learn from.
    """
    prompt: list[str] = []
    drafts: list[_Draft] = []
    for number, line in enumerate(body.splitlines(), 1):
        if not line.strip():
            continue
        if found := _CHOICE.match(line):
            drafts.append(_Draft(found["text"].strip(), found["mark"] != " ", number, []))
        elif _ALMOST.match(line):
            raise FenceError(f"'{line}' is no choice: write '( ) ' or '(x) ', then the choice.", number)
        elif not drafts:
            prompt.append(line.strip())
        elif line[0] in " \t":
            drafts[-1].why.append(line.strip())
        else:
            raise FenceError(
                f"'{line.strip()}' is neither a choice nor an explanation: "
                "start a choice with '( ) ' or '(x) ', indent an explanation by four spaces.",
                number,
            )
        if found := _LINK.search(line):
            raise FenceError(
                f"'{found[0]}' links inside the site, which nothing checks here: put it in the text below.",
                number,
            )
    _check(prompt, drafts)
    choices = tuple(Choice(draft.text, " ".join(draft.why), draft.right) for draft in drafts)
    return Question(" ".join(prompt), choices)


def _check(prompt: list[str], drafts: list[_Draft]) -> None:
    if not prompt:
        raise FenceError("The question itself is missing: write it on the first line.", 1)
    if len(drafts) < 2:
        raise FenceError(
            "A question needs two or more choices: '( ) ' before a wrong one, '(x) ' before the right one."
        )
    for draft in drafts:
        if not draft.why:
            raise FenceError(
                f"The choice '{draft.text}' has no explanation: write why it is right or not, "
                "indented by four spaces, on the line below it.",
                draft.line,
            )
    right = [draft for draft in drafts if draft.right]
    if not right:
        raise FenceError("No choice is right: mark one with '(x) '.")
    if len(right) > 1:
        raise FenceError("More than one choice is right, and a reader can pick only one.", right[1].line)
    texts = [draft.text for draft in drafts]
    for draft in drafts:
        if texts.count(draft.text) > 1:
            raise FenceError(f"The choice '{draft.text}' is there twice: keep one.", draft.line)
