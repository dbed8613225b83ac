"""Fails: test_every_fault_is_told_once_and_in_order

Asks one rule after the other, so that the list is in the order of the rules.
"""

from turnkeeper.messages import blocks


def calls_in(message):
    return [block["id"] for block in blocks(message) if block["type"] == "tool_use"]


def results_in(message):
    return [block["tool_use_id"] for block in blocks(message) if block["type"] == "tool_result"]


def results_in_front(message):
    found = []
    for block in blocks(message):
        if block["type"] != "tool_result":
            break
        found.append(block["tool_use_id"])
    return found


def check_history(messages, target="claude"):
    faults = []
    if target == "strict" and messages and messages[0]["role"] != "user":
        faults.append((0, "first_role"))
    for place, message in enumerate(messages):
        before = calls_in(messages[place - 1]) if place > 0 else []
        behind = results_in(messages[place + 1]) if place + 1 < len(messages) else []
        results = results_in(message)
        if any(id not in before for id in results):
            faults.append((place, "tool_result_without_use"))
        if any(id not in behind for id in calls_in(message)):
            faults.append((place, "tool_use_without_result"))
        late = results[len(results_in_front(message)) :]
        if any(id in before for id in late):
            faults.append((place, "tool_result_not_first"))
    return sorted(faults, key=lambda fault: fault[1])
