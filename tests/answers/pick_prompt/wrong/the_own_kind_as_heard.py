"""Fails: test_a_name_counts_in_any_wording

Compares the kind that the session has with the reply as it was heard.
"""

RESERVED = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    if heard and heard != kind and not switched:
        asked = heard.strip().lower()
        if asked in prompts and asked not in RESERVED:
            kind, switched = asked, kind != "opening"
    parts = ["core", kind] if switched else ["core", kind, "offer"]
    return "\n\n".join(prompts[part] for part in parts), kind, switched
