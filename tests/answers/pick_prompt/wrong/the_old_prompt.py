"""Fails: test_the_prompt_fits_the_kind

Joins the prompt of the kind before the switch.
"""

NO_KINDS = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    before = kind
    asked = (heard or "").strip().lower()
    if asked in prompts and asked not in NO_KINDS and asked != kind and not switched:
        kind, switched = asked, kind != "opening"
    parts = ["core", before] if switched else ["core", before, "offer"]
    return "\n\n".join(prompts[part] for part in parts), kind, switched
