"""Fails: test_the_prompt_fits_the_kind

Leaves the offer in when the session has switched.
"""

NO_KINDS = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    asked = (heard or "").strip().lower()
    if asked in prompts and asked not in NO_KINDS and asked != kind and not switched:
        kind, switched = asked, kind != "opening"
    parts = ["core", kind, "offer"]
    return "\n\n".join(prompts[part] for part in parts), kind, switched
