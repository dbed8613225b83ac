"""Fails: test_pick_history_cannot_damage_the_history

Copies messages and mappings, and hands on the SDK's own blocks.
"""

import copy


def receive(history, text, *, pick_history, run_turn):
    copies = []
    for m in history:
        content = m["content"]
        if not isinstance(content, str):
            content = [dict(b) if isinstance(b, dict) else b for b in content]
        copies.append({"role": m["role"], "content": content})
    sent = pick_history(copies)
    return [*history, *run_turn(sent, text)[len(sent) :]]
