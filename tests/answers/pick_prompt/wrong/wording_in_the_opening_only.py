"""Fails: test_a_name_counts_in_any_wording

Leaves the wording out in the opening, and not for a switch.
"""

RESERVED = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    kinds = [name for name in prompts if name not in RESERVED]
    if kind == "opening" and heard is not None and heard.strip().lower() in kinds:
        kind = heard.strip().lower()
    elif kind != "opening" and not switched and heard in kinds and heard != kind:
        kind, switched = heard, True
    parts = ["core", kind] if switched else ["core", kind, "offer"]
    return "\n\n".join(prompts[part] for part in parts), kind, switched
