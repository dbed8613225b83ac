"""Exercise `pick_prompt`: the prompt follows the session.

Write `pick_prompt(prompts, kind, switched, heard)`. Your app calls it at
the start of a session, and whenever the model has replied. It returns
three values: the system prompt, the kind of the session, and whether the
session has switched. The last two go into the next call.

- `prompts` maps names to texts: "core" is in every prompt, "opening" is
  for a session whose kind is not known, "offer" lets the model ask for
  a kind. All other names are kinds, in small letters, such as "repair".
- `kind` is the kind so far: "opening", or one of the kinds. `switched`
  tells whether the session has gone from one kind to another. A session
  starts with "opening" and False.
- `heard` is the text of the model's reply, or None at the start. The
  model asks for a kind when its reply is the name of that kind. White
  space around it, and upper or lower case, do not count. Any other text
  is an answer to the customer and changes nothing, also when the name of
  a kind stands somewhere in it. The names "core", "opening" and "offer"
  are no kinds.
- In the opening the session takes the kind that is asked for. That is
  no switch.
- Later it takes another kind once, and has then switched. After that
  no kind is taken any more. The kind it has already is not another kind.
- The system prompt fits the kind that is returned: the texts of "core",
  of the kind (or of "opening"), and of "offer", in this order, with an
  empty line between them. Once the session has switched, "offer" and
  the empty line in front of it are left out.
- `prompts` stays as it is, and two sessions know nothing of each other.

    prompts = {"core": "Be brief.", "opening": "Find out the kind.",
               "offer": "Or reply with: repair, advice.",
               "repair": "Ask for photos.", "advice": "Ask for the use."}
    pick_prompt(prompts, "opening", False, "Hello. What is it?")
    # the kind "opening", switched False, and this prompt:
    #     Be brief.
    #
    #     Find out the kind.
    #
    #     Or reply with: repair, advice.
    pick_prompt(prompts, "opening", False, " Repair ")
    # "repair", False; in the prompt: core, repair, offer
    pick_prompt(prompts, "repair", False, "advice")
    # "advice", True; in the prompt: core, advice
    pick_prompt(prompts, "advice", True, "repair")
    # the same again: the one switch is used up
"""


def pick_prompt(prompts: dict[str, str], kind: str, switched: bool, heard: str | None) -> tuple[str, str, bool]:
    """Return the system prompt, the kind of the session, and whether the session has switched."""
    raise NotImplementedError
