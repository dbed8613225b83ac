"""Asks the engine's latest_confirmed, and builds the tag line by line."""

import json

from turnkeeper import latest_confirmed


def number_in(text):
    try:
        return json.loads(text).get("order")
    except (ValueError, AttributeError):
        return None


def system_with_memory(base: str, messages: list) -> str:
    lines = [base]
    if number := latest_confirmed(messages, number_in):
        lines += ["", "<memory>", f"In hand: order {number}", "</memory>"]
    return "\n".join(lines)
