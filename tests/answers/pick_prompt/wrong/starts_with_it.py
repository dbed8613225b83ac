"""Fails: test_all_else_changes_nothing

Takes a kind with whose name the reply begins.
"""

NO_KINDS = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    asked = (heard or "").strip().lower()
    asked = next((name for name in prompts if name not in NO_KINDS and asked.startswith(name)), asked)
    if asked in prompts and asked not in NO_KINDS and asked != kind and not switched:
        kind, switched = asked, kind != "opening"
    parts = ["core", kind] if switched else ["core", kind, "offer"]
    return "\n\n".join(prompts[part] for part in parts), kind, switched
