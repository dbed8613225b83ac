"""Fails: test_the_prompt_fits_the_kind

Joins the rules of all kinds, the one for all.
"""

NO_KINDS = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    asked = (heard or "").strip().lower()
    if asked in prompts and asked not in NO_KINDS and asked != kind and not switched:
        kind, switched = asked, kind != "opening"
    kinds = [name for name in prompts if name not in NO_KINDS]
    parts = ["core", *kinds, *([] if switched else ["offer"])]
    return "\n\n".join(prompts[part] for part in parts), kind, switched
