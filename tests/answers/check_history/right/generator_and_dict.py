"""Yields what it finds, block by block, and lets a dict take out what comes twice."""

from turnkeeper.messages import blocks


def _ids(messages, place, kind, field):
    inside = 0 <= place < len(messages)
    return [block[field] for block in blocks(messages[place]) if block["type"] == kind] if inside else []


def _faults(messages, target):
    for place, message in enumerate(messages):
        if place == 0 and target == "strict" and message["role"] == "assistant":
            yield [0, "first_role"]
        results_only = True
        for block in blocks(message):
            if block["type"] == "tool_use" and block["id"] not in _ids(
                messages, place + 1, "tool_result", "tool_use_id"
            ):
                yield [place, "tool_use_without_result"]
            if block["type"] == "tool_result":
                if block["tool_use_id"] not in _ids(messages, place - 1, "tool_use", "id"):
                    yield [place, "tool_result_without_use"]
                elif not results_only:
                    yield [place, "tool_result_not_first"]
            results_only = results_only and block["type"] == "tool_result"


def check_history(messages, target="claude", *, verbose=False):
    return list(dict.fromkeys(tuple(fault) for fault in _faults(messages, target)))
