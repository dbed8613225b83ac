"""Fails: test_every_fault_is_told_once_and_in_order

Does not look for a second rule in a message that breaks one.
"""

from turnkeeper.messages import blocks


def check_history(messages, target="claude"):
    faults = []
    for i, message in enumerate(messages):
        here = blocks(message)
        before = [b["id"] for b in blocks(messages[i - 1]) if b["type"] == "tool_use"] if i else []
        after = (
            [b["tool_use_id"] for b in blocks(messages[i + 1]) if b["type"] == "tool_result"]
            if i + 1 < len(messages)
            else []
        )
        results = [b["tool_use_id"] for b in here if b["type"] == "tool_result"]
        calls = [b["id"] for b in here if b["type"] == "tool_use"]
        if i == 0 and target == "strict" and message["role"] != "user":
            faults.append((i, "first_role"))
        if any(r not in before for r in results):
            faults.append((i, "tool_result_without_use"))
        if any(c not in after for c in calls):
            faults.append((i, "tool_use_without_result"))
        if faults and faults[-1][0] == i:
            continue
        other = False
        for b in here:
            if b["type"] != "tool_result":
                other = True
            elif other and message["role"] == "user" and b["tool_use_id"] in before:
                faults.append((i, "tool_result_not_first"))
                break
    return faults
