"""Reads the results itself, and lets a class make the tag."""

import json
from dataclasses import dataclass

from turnkeeper.messages import blocks


@dataclass(frozen=True)
class Memory:
    order: str = ""

    def __str__(self):
        return f"\n\n<memory>\nThis is about {self.order}.\n</memory>" if self.order else ""


def recall(messages):
    memory = Memory()
    for message in messages:
        for block in blocks(message):
            if block["type"] == "tool_result" and not block.get("is_error"):
                try:
                    memory = Memory(json.loads(block["content"])["order"])
                except (ValueError, KeyError, TypeError):
                    pass
    return memory


def system_with_memory(base, messages):
    return base + str(recall(messages))
