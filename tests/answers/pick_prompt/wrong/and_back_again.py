"""Fails: test_a_third_kind_is_not_taken

After a switch a kind is taken once more, and the switch is free again.
"""

NO_KINDS = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    asked = (heard or "").strip().lower()
    if asked in prompts and asked not in NO_KINDS and asked != kind:
        kind, switched = asked, not switched and kind != "opening"
    parts = ["core", kind] if switched else ["core", kind, "offer"]
    return "\n\n".join(prompts[part] for part in parts), kind, switched
