"""Fails: test_all_else_changes_nothing

Looks at the first word of a reply only.
"""

RESERVED = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    asked = ((heard or "").lower().split() or [""])[0]
    if asked in prompts and asked not in RESERVED and asked != kind and not switched:
        switched = kind != "opening"
        kind = asked
    names = ["core", kind]
    if not switched:
        names.append("offer")
    return "\n\n".join(prompts[name] for name in names), kind, switched
