"""Fails: test_nothing_is_kept

Keeps a prompt once it was made, also when its texts have changed.
"""

_TEXTS = {}


NO_KINDS = ("core", "opening", "offer")


def pick_prompt(prompts, kind, switched, heard):
    asked = (heard or "").strip().lower()
    if asked in prompts and asked not in NO_KINDS and asked != kind and not switched:
        kind, switched = asked, kind != "opening"
    parts = ["core", kind] if switched else ["core", kind, "offer"]
    key = (*sorted(prompts), *parts)
    if key not in _TEXTS:
        _TEXTS[key] = "\n\n".join(prompts[part] for part in parts)
    return _TEXTS[key], kind, switched
