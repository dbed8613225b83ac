"""The shop of the course's examples: its system prompt, its three tools, and the two orders in its book.

Tannery Lane Cycles is a bicycle workshop and invented, like its prices, its customers and their phone numbers. What
answers its customers offline is the script `turnkeeper.scripts.shop_assistant`; the same prompt and tools work with a
real model.
"""

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any, TypedDict

from turnkeeper.messages import plain_block

SYSTEM = """You answer the customers of Tannery Lane Cycles, a bicycle workshop. Be brief and friendly.
The workshop is open from Tuesday to Saturday, from 9:00 to 18:00.
Delivery: we bring a mended bicycle home for 6 euros, up to 8 km from the workshop.
Prices: brake pads 24 euros, chain 38 euros, gear cable 18 euros, inner tube 12 euros, wheel truing 20 euros.
Look an order up before you say anything about it. Never guess an order number: ask for it, or for the phone number."""
"""The system prompt: opening hours, delivery and prices stand here and nowhere else."""

JOBS = ("brake pads", "chain", "gear cable", "inner tube", "wheel truing")
"""What can be added to an order."""


class Order(TypedDict):
    """One order in the book: its number, the customer's phone number, the jobs, how far it is, and when it is ready."""

    order: str
    phone: str
    jobs: list[str]
    status: str
    ready: str


_BOOK: dict[str, Order] = {
    "3107": {
        "order": "3107",
        "phone": "555-0171",
        "jobs": ["brake pads", "wheel truing"],
        "status": "in the workshop",
        "ready": "today at 16:30",
    },
    "3112": {
        "order": "3112",
        "phone": "555-0186",
        "jobs": ["gear cable"],
        "status": "ready to collect",
        "ready": "since yesterday at 17:00",
    },
}


def _tool(name: str, description: str, **fields: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    return {"name": name, "description": description, "input_schema": schema}


_ORDER_NUMBER = {"type": "string", "description": "The order number, four digits, such as 3107."}

TOOLS: list[dict[str, Any]] = [
    _tool("look_up", "Return an order: its jobs, its status, and when it is ready.", order=_ORDER_NUMBER),
    _tool(
        "find_by_phone",
        "Return the numbers of the orders that were left under a phone number.",
        phone={"type": "string", "description": "The customer's phone number, such as 555-0171."},
    ),
    _tool(
        "add_job",
        "Add a job to an order that is still in the workshop, and return the order as it then is.",
        order=_ORDER_NUMBER,
        job={"type": "string", "enum": list(JOBS)},
    ),
]
"""The three tools, as a request holds them."""


class ShopError(Exception):
    """What a tool says when it cannot do what it was asked."""


class Shop:
    """The workshop's book, and the tools that work on it.

    Attributes:
        orders: The orders by their number.
    """

    def __init__(self) -> None:
        self.orders: dict[str, Order] = {}
        self.reset()

    def reset(self) -> None:
        """Put the book back to its two orders, so that one run does not change the next."""
        self.orders = copy.deepcopy(_BOOK)

    def run(self, call: object) -> dict[str, Any]:
        """Run one tool call, and return its result as a content block for the next user message.

        Args:
            call: A `tool_use` block, as a mapping or as the SDK's object.

        Returns:
            A `tool_result` block; with `is_error` when the tool could not do it. Its content is JSON, or the error's
            sentence.
        """
        block = plain_block(call)
        answer: dict[str, Any] = {"type": "tool_result", "tool_use_id": block["id"]}
        try:
            result = self._tool(block["name"])(**block["input"])
        except ShopError as error:
            return {**answer, "content": str(error), "is_error": True}
        except TypeError:
            told = f"{block['name']} does not take {json.dumps(block['input'])}."
            return {**answer, "content": told, "is_error": True}
        return {**answer, "content": json.dumps(result)}

    def _tool(self, name: str) -> Callable[..., Mapping[str, Any]]:
        tools: dict[str, Callable[..., Mapping[str, Any]]] = {
            "look_up": self._look_up,
            "find_by_phone": self._find_by_phone,
            "add_job": self._add_job,
        }
        if name not in tools:
            raise ShopError(f"There is no tool {name}.")
        return tools[name]

    def _look_up(self, order: str) -> Mapping[str, Any]:
        if order not in self.orders:
            raise ShopError(f"There is no order {order}.")
        return {key: value for key, value in self.orders[order].items() if key != "phone"}

    def _find_by_phone(self, phone: str) -> Mapping[str, Any]:
        found = [number for number, order in self.orders.items() if order["phone"] == phone]
        if not found:
            raise ShopError(f"There is no order under {phone}.")
        return {"orders": found}

    def _add_job(self, order: str, job: str) -> Mapping[str, Any]:
        found = self._look_up(order)
        if job not in JOBS:
            raise ShopError(f"The workshop does not do {job}.")
        if found["status"] != "in the workshop":
            raise ShopError(f"Order {order} is {found['status']}: nothing can be added to it.")
        if job not in found["jobs"]:
            self.orders[order]["jobs"].append(job)
        return self._look_up(order)
