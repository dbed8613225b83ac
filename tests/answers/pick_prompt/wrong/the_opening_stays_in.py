"""Fails: test_the_prompt_fits_the_kind

Keeps the opening in front of the kind.
"""

NO_KINDS = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    asked = (heard or "").strip().lower()
    if asked in prompts and asked not in NO_KINDS and asked != kind and not switched:
        kind, switched = asked, kind != "opening"
    parts = ["core", *dict.fromkeys(["opening", kind]), *([] if switched else ["offer"])]
    return "\n\n".join(prompts[part] for part in parts), kind, switched
