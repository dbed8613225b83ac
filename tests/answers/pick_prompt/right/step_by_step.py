"""One question after the other, each with its own return."""


def _text(prompts, kind, switched):
    text = prompts["core"] + "\n\n" + prompts[kind]
    if not switched:
        text += "\n\n" + prompts["offer"]
    return text


def pick_prompt(prompts, kind, switched, heard):
    if heard is None or switched:
        return _text(prompts, kind, switched), kind, switched
    asked = heard.lower().strip()
    kinds = set(prompts) - {"core", "opening", "offer"}
    if asked not in kinds or asked == kind:
        return _text(prompts, kind, switched), kind, switched
    if kind == "opening":
        return _text(prompts, asked, False), asked, False
    return _text(prompts, asked, True), asked, True
