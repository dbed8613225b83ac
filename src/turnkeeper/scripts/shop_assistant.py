"""The scripted assistant of the shop: it calls the shop's tools, and knows only what stands in its one request.

A script, and no model: it looks for a few words. Opening hours, delivery and prices come from the system prompt it was
sent; orders come from tool results. An order number that the customer did not repeat is looked for in the rest of the
request, the nearest first and the system prompt last; when it is nowhere, the assistant asks for it. A real model
understands far more sentences, words each answer anew, and may guess where this script asks.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from turnkeeper.messages import Block, Message, blocks, text_of
from turnkeeper.offline.request import MessagesRequest, Reply
from turnkeeper.scripts.facts import everything_said, result_text, system_text
from turnkeeper.scripts.reader import reader

ASKS = "Could you give me your order number, or the phone number you left with us?"
"""What it says when an order number is needed and none was sent."""

_NUMBER = re.compile(r"(?<![\d-])\d{4}(?![\d-])")
_PHONE = re.compile(r"\b\d{3}-\d{4}\b")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_ADD = re.compile(r"\b(?:add|also|as well|change|fit|replace)\b", re.IGNORECASE)
_DELIVERY = re.compile(r"\bdeliver|\bbring\b", re.IGNORECASE)
_NOW = " now has: "
_HOURS = re.compile(r"\b(?:open|opening|close|closed|closing|hours)\b", re.IGNORECASE)
_PRICES = re.compile(r"([a-z][a-z ]{0,40}?) (\d+ euros)")  # bounded, so that a long line takes no square of its time
_PRICE = re.compile(r"\bhow much\b|\bcosts?\b|\bprices?\b", re.IGNORECASE)
_STATUS = re.compile(r"\b(?:ready|mended|finished|status|collect|how far|my order)\b", re.IGNORECASE)

_Call = dict[str, Any]


def shop_assistant(request: MessagesRequest) -> Reply:
    """Answer a customer of the shop, or call the tools that the answer needs.

    Args:
        request: The request, with the shop's `SYSTEM` and `TOOLS`, or with what you made of them.

    Returns:
        A text; or `tool_use` blocks, more than one when the customer asked for more than one thing.
    """
    starts = [place for place, message in enumerate(request.messages) if _is_customer(message)]
    turn = request.messages[starts[-1] :] if starts else []
    said = text_of(turn[0]) if turn else ""
    if len(starts) > 1 and ASKS in text_of(request.messages[starts[-1] - 1]):
        wish = text_of(request.messages[starts[-2]])  # the number was asked for, and here it is
        said = f"{wish.rstrip(' .!?')} {said}"
    results = _results(turn)
    parts = _parts(said, request, request.messages[: starts[-1]] if starts else [], results)
    choice = request.tool_choice or {}
    offered = () if choice.get("type") == "none" else [tool.get("name") for tool in request.tools]
    calls = [part for part in parts if isinstance(part, dict) and _key(part) not in results]
    if missing := [call["name"] for call in calls if call["name"] not in offered]:
        return f"I cannot do that: I was sent no tool {missing[0]}."
    if calls:
        return calls[:1] if choice.get("disable_parallel_tool_use") else calls
    told = [part if isinstance(part, str) else _told(part, results[_key(part)]) for part in parts]
    newest = {text.partition(_NOW)[0]: text for text in told}  # the last of an order's results names all its jobs
    return " ".join(newest.values()) or reader(request)


def _parts(said: str, request: MessagesRequest, before: Sequence[Message], results: dict[str, Block]) -> list[Any]:
    """What the answer is made of: sentences, and tool calls whose results belong there."""
    system = system_text(request.system)
    prices: dict[str, str] = dict(_PRICES.findall(system))
    kinds = [job for tool in request.tools for job in _choices(tool)]
    orders: list[str] = list(dict.fromkeys(_NUMBER.findall(said)))
    phone = _PHONE.search(said)
    parts: list[Any] = []
    for sentence in _SENTENCE.split(said):
        low, priced = sentence.lower(), _PRICE.search(sentence)
        if priced and (named := [job for job in prices if job in low]):
            parts += [f"{job.capitalize()}: {prices[job]}." for job in named]
        elif priced and not _DELIVERY.search(sentence):
            parts.append("I was sent no price for that.")
        for asked, word in ((_HOURS, "open"), (_DELIVERY, "bring")):
            if asked.search(sentence):
                lines = [line for line in system.splitlines() if re.search(rf"\b{word}\b", line)]
                parts.append(lines[0] if lines else "I was sent nothing about that.")
        jobs = [job for job in kinds if job in low and _ADD.search(sentence) and not priced]
        if not (jobs or _STATUS.search(sentence) or _NUMBER.search(sentence) or _PHONE.search(sentence)):
            continue
        if not orders and phone:
            find = _call("find_by_phone", phone=phone[0])
            orders = _NUMBER.findall(result_text(results.get(_key(find), {})))
            if not orders:
                return [find]
        if not orders and (nearest := _nearest_order(before, system)):
            orders = [nearest]
        meant = _NUMBER.findall(sentence) or orders
        parts += [_call("add_job", order=order, job=job) for order in meant for job in jobs]
        parts += [_call("look_up", order=order) for order in meant if not jobs]
        parts += [] if meant else [ASKS]
    return list({part if isinstance(part, str) else _key(part): part for part in parts}.values())


def _nearest_order(before: Sequence[Message], system: str) -> str | None:
    """The order number that was mentioned last, in words, calls or results; one that a tool refused does not count."""
    errors = [result_text(block) for message in before for block in blocks(message) if block.get("is_error")]
    unknown = {number for error in errors if "no order" in error for number in _NUMBER.findall(error)}
    texts = [everything_said(message) + _inputs(message) for message in reversed(before)]
    for text in (*texts, system):
        for number in reversed(_NUMBER.findall(text)):
            if number not in unknown:
                return str(number)
    return None


def _results(turn: Sequence[Message]) -> dict[str, Block]:
    calls = {block.get("id"): block for message in turn for block in blocks(message) if block.get("type") == "tool_use"}
    answers = [block for message in turn for block in blocks(message) if block.get("type") == "tool_result"]
    return {_key(calls[answer["tool_use_id"]]): answer for answer in answers if answer["tool_use_id"] in calls}


def _told(call: _Call, result: Block) -> str:
    try:
        order = json.loads(result_text(result))
        jobs, head = ", ".join(order["jobs"]), f"Order {order['order']}"
        now = f"{head}{_NOW}{jobs}." if call["name"] == "add_job" else f"{head} is {order['status']}: {jobs}."
        return f"{now} Ready {order['ready']}."
    except (KeyError, TypeError, ValueError):  # an error's sentence, or a result that is not the shop's
        return f"The tool says: {result_text(result)}"


def _call(name: str, **given: str) -> _Call:
    return {"type": "tool_use", "name": name, "input": given}


def _key(call: Block) -> str:
    return f"{call['name']} {json.dumps(call['input'], sort_keys=True)}"


def _choices(tool: Block) -> list[str]:
    properties: dict[str, Any] = tool.get("input_schema", {}).get("properties", {})
    return list(properties.get("job", {}).get("enum", []))


def _inputs(message: Message) -> str:
    return " ".join(json.dumps(block["input"]) for block in blocks(message) if block.get("type") == "tool_use")


def _is_customer(message: Message) -> bool:
    return message["role"] == "user" and bool(text_of(message).strip())
