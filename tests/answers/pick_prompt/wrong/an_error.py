"""Fails: test_a_third_kind_is_not_taken

Raises an error for a third kind.
"""

NO_KINDS = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    if switched and (heard or "").strip().lower() in set(prompts) - {"core", "opening", "offer", kind}:
        raise ValueError("a third kind")
    asked = (heard or "").strip().lower()
    if asked in prompts and asked not in NO_KINDS and asked != kind and not switched:
        kind, switched = asked, kind != "opening"
    parts = ["core", kind] if switched else ["core", kind, "offer"]
    return "\n\n".join(prompts[part] for part in parts), kind, switched
