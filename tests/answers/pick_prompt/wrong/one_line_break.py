"""Fails: test_the_prompt_fits_the_kind

Leaves no empty line.
"""

NO_KINDS = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    asked = (heard or "").strip().lower()
    if asked in prompts and asked not in NO_KINDS and asked != kind and not switched:
        kind, switched = asked, kind != "opening"
    parts = ["core", kind] if switched else ["core", kind, "offer"]
    return "\n".join(prompts[part] for part in parts), kind, switched
