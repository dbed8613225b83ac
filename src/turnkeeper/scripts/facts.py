"""What the scripts take for a fact: a sentence of the form "my … is …", a line of `<known_facts>`, and nothing else.

A real model sees far more. One form of sentence is enough to tell whether a fact was in the request.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from turnkeeper.memory.facts import CLOSING, OPENING
from turnkeeper.messages import Block, Message, blocks, plain_block

_FACT = re.compile(
    r"\bmy ([a-z][a-z ]{0,40}?) is (?!it\b|that\b)([^.,;!?<>\n]+?)(?= and my |[.,;!?<>\n]|$)", re.IGNORECASE
)
_KNOWN = re.compile(r"^(?:\[[^\]\n]*\] )?([a-z][a-z ]{0,40}): ([^\n]+)$", re.IGNORECASE | re.MULTILINE)
_TAGS = re.compile(rf"{OPENING}.*?(?:{CLOSING}|\Z)", re.DOTALL)


class Fact(NamedTuple):
    """A fact: what it is about, in small letters, and what was said of it."""

    what: str
    value: str


def facts_in(text: str) -> list[Fact]:
    """Return the facts that a text states, in its order: sentences, and lines "name: value" in `<known_facts>` tags.

    A line may begin with its source in brackets, as `memory.KnownFacts.render` writes it.
    """
    known = (line for tags in _TAGS.finditer(text) for line in _KNOWN.finditer(text, *tags.span()))
    stated = sorted([*_FACT.finditer(text), *known], key=lambda found: found.start())
    return [Fact(found[1].lower(), found[2].strip()) for found in stated]


def system_text(system: str | Sequence[Block] | None) -> str:
    """Return the system prompt of a request as one text, a line for each of its blocks; empty without one."""
    if system is None or isinstance(system, str):
        return system or ""
    return "\n".join(str(block.get("text", "")) for block in system)


def everything_said(message: Message) -> str:
    """Return all the words in a message: its texts, the results of its tools, and a summary the API made of others."""
    return "\n".join(text for block in blocks(message) if (text := _words(block)))


def result_text(block: Block) -> str:
    """Return what a `tool_result` block says."""
    content: Any = block.get("content") or ""
    if isinstance(content, str):
        return content
    return "\n".join(str(plain_block(part).get("text", "")) for part in content)


def _words(block: Block) -> str:
    match block.get("type"):
        case "text":
            return str(block.get("text", ""))
        case "tool_result":
            return result_text(block)
        case "compaction":
            return str(block.get("content") or "")
    return ""
