"""Fails: test_nothing_is_kept

Keeps the kind in the prompts.
"""

NO_KINDS = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    asked = (heard or "").strip().lower()
    if asked in prompts and asked not in NO_KINDS and asked != kind and not switched:
        kind, switched = asked, kind != "opening"
    parts = ["core", kind] if switched else ["core", kind, "offer"]
    prompts["kind "] = kind
    return "\n\n".join(prompts[part] for part in parts), kind, switched
