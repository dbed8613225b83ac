"""The scripted model behind the long day: the shop's assistant, and whoever writes summaries and finds facts for it.

One client serves them all, as one model would. Which of them answers is told by the request alone: its rule is in
`counter`. A real model needs no such rule, and understands an instruction wherever it stands.
"""

import re
from dataclasses import replace
from typing import Any

from turnkeeper.memory.facts import CLOSING, OPENING
from turnkeeper.messages import blocks, text_of
from turnkeeper.offline.request import MessagesRequest, Reply
from turnkeeper.scripts.extractor import TOOL, extractor
from turnkeeper.scripts.facts import system_text
from turnkeeper.scripts.shop_assistant import shop_assistant
from turnkeeper.scripts.summarizer import summarizer

_WORDS = re.compile(r"\b(\d+) words\b")
_USUAL_WORDS = 150
_KNOWN = re.compile(rf"{OPENING}.*?{CLOSING}", re.DOTALL)


def counter(request: MessagesRequest) -> Reply:
    """Answer a request: a summary, the facts in it, or what the shop's assistant says.

    Args:
        request: The request. `extra_call` tells who answers. A summary has the words that its instruction asks for
            ("120 words"), or 150. Known facts in the newest message are read like those in the system prompt: as
            what is known, and not as what the customer says.
    """
    match extra_call(request):
        case "summary":
            asked = _WORDS.search(_instruction(request))
            return summarizer(max(1, int(asked[1])) if asked else _USUAL_WORDS)(request)
        case "facts":
            return extractor(request)
        case _:
            return shop_assistant(_with_facts_in_system(request))


def extra_call(request: MessagesRequest) -> str | None:
    """Return what a request asks for besides an answer to the customer: "summary", "facts", or None.

    A request that offers the tool `save_facts` asks for facts. One without tools asks for a summary when its
    instruction has the word "summary", "summarise" or "summarize", and for facts when it has "facts" and "JSON". Its
    instruction is the system prompt, and the first paragraph of the newest message: up to a blank line or a "<".
    """
    if any(tool.get("name") == TOOL["name"] for tool in request.tools):
        return "facts"
    if request.tools:
        return None
    instruction = _instruction(request).lower()
    if re.search(r"\bsummar(?:y|i[sz]e)\b", instruction):
        return "summary"
    return "facts" if "facts" in instruction and "json" in instruction else None


def _instruction(request: MessagesRequest) -> str:
    newest = re.split(r"\n\s*\n|<", text_of(request.messages[-1]).lstrip(), maxsplit=1)[0]
    return f"{system_text(request.system)}\n{newest}"


def _with_facts_in_system(request: MessagesRequest) -> MessagesRequest:
    """Return a request whose known facts stand in the system prompt, wherever in the newest turn they were put."""
    newest = next((n for n in reversed(range(len(request.messages))) if _is_said(request.messages[n])), None)
    if newest is None or OPENING not in text_of(request.messages[newest]):
        return request
    known: list[str] = []

    def without(text: str) -> str:
        known.extend(_KNOWN.findall(text))
        return _KNOWN.sub("", text)

    content: list[dict[str, Any]] = [
        {**block, "text": without(str(block["text"]))} if block.get("type") == "text" else dict(block)
        for block in blocks(request.messages[newest])
    ]
    messages = list(request.messages)
    messages[newest] = {**messages[newest], "content": content}
    return replace(request, messages=messages, system="\n".join([system_text(request.system), *known]), raw=b"")


def _is_said(message: dict[str, Any]) -> bool:
    return message["role"] == "user" and bool(text_of(message).strip())
