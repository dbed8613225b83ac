"""Fails: test_the_opening_stays_until_a_kind_is_known

Leaves the opening after a reply of several lines.
"""

NO_KINDS = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    asked = (heard or "").strip().lower()
    if asked in prompts and asked not in NO_KINDS and asked != kind and not switched:
        kind, switched = asked, kind != "opening"
    if kind == "opening" and "\n" in (heard or "").strip():
        kind = next(name for name in prompts if name not in NO_KINDS)
    parts = ["core", kind] if switched else ["core", kind, "offer"]
    return "\n\n".join(prompts[part] for part in parts), kind, switched
