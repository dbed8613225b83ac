"""A pattern of the three things that matter."""

from typing import NamedTuple


class Picked(NamedTuple):
    prompt: str
    kind: str
    switched: bool


def pick_prompt(prompts, kind, switched, heard):
    own = {name: text for name, text in prompts.items() if name not in {"core", "opening", "offer"}}
    asked = "" if not heard else " ".join(heard.lower().split())
    match kind, switched, asked in own:
        case "opening", _, True:
            kind = asked
        case now, False, True if now != asked:
            kind, switched = asked, True
    offer = "" if switched else f"\n\n{prompts['offer']}"
    return Picked(f"{prompts['core']}\n\n{prompts[kind]}{offer}", kind, switched)
