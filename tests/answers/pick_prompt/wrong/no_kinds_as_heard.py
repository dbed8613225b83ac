"""Fails: test_all_else_changes_nothing

Looks for core, opening and offer in the reply as it was heard.
"""

RESERVED = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    asked = "" if heard is None or heard in RESERVED else heard.strip().lower()
    if asked in prompts and asked != kind and not switched:
        kind, switched = asked, kind != "opening"
    parts = ["core", kind] if switched else ["core", kind, "offer"]
    return "\n\n".join(prompts[part] for part in parts), kind, switched
