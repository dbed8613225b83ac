"""Gives the engine's latest_confirmed a function that finds the order in one text."""

import json
from contextlib import suppress

from turnkeeper import latest_confirmed


def find(text):
    with suppress(ValueError):
        told = json.loads(text)
        if type(told) is dict and type(told.get("order")) is str:
            return told["order"]
    return None


current_order = lambda messages: latest_confirmed(messages, find)
