"""Fails: test_all_else_changes_nothing

Takes away the white space within a reply, too.
"""

RESERVED = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    asked = (heard or "").replace(" ", "").strip().lower()
    if asked in prompts and asked not in RESERVED and asked != kind and not switched:
        switched = kind != "opening"
        kind = asked
    names = ["core", kind]
    if not switched:
        names.append("offer")
    return "\n\n".join(prompts[name] for name in names), kind, switched
