"""Why this is the answer.

There are two decisions, and they are made in this order: which kind holds from now on, and which text goes with it.
The state is two values that are handed in and handed back, so that nothing is kept between two calls and a session
can be stored, resumed and tested. The offer is left out with the last switch: a model that is not told of a switch does
not ask for one, and the prompt changes at that moment anyway.
"""

NO_KINDS = ("core", "opening", "offer")


def pick_prompt(prompts: dict[str, str], kind: str, switched: bool, heard: str | None) -> tuple[str, str, bool]:
    """Return the system prompt, the kind of the session, and whether the session has switched."""
    asked = (heard or "").strip().lower()
    if asked in prompts and asked not in NO_KINDS and asked != kind and not switched:
        kind, switched = asked, kind != "opening"
    parts = ["core", kind] if switched else ["core", kind, "offer"]
    return "\n\n".join(prompts[part] for part in parts), kind, switched
