"""Values that are not there or do not fit: keys, places, what next() looks for, JSON, and a stub."""

import ast
import json
import re
from difflib import get_close_matches

from turnkeeper.plain_words.attributes import PLAIN_CALL
from turnkeeper.plain_words.scene import Scene

_MESSAGE = 'A message has both: {"role": "user", "content": "…"}.'
_BLOCK_KEYS = {
    "text": "Only a block of the type 'text' has a text.",
    "input": "Only a block of the type 'tool_use' has an input.",
    "tool_use_id": "Only a block of the type 'tool_result' has a tool_use_id.",
    "id": "Only a block of a tool call has an id.",
}


def explained(error: BaseException, scene: Scene) -> str:
    """Return a sentence on a value; empty for another error."""
    if isinstance(error, json.JSONDecodeError):
        return _no_json(error)
    if isinstance(error, ValueError) and str(error).startswith("Circular reference detected"):
        return "Something here contains itself, as after messages.append(messages). Append one message, not the list."
    if isinstance(error, UnicodeEncodeError) and error.reason == "surrogates not allowed":
        return (
            "The text holds half of a character, as a cut in the middle of one leaves it. "
            "text.encode(errors='replace').decode() puts a question mark in its place."
        )
    if isinstance(error, RuntimeError) and str(error).startswith("WebAssembly stack switching"):
        return f"This page cannot wait inside Python, so asyncio.run() does not work here. {PLAIN_CALL}"
    if isinstance(error, FileNotFoundError) and isinstance(error.filename, str):
        return f"There is no file or folder {error.filename!r} here."
    if not scene.own:
        return ""
    message = str(error)
    match error:
        case NotImplementedError() if scene.raised:
            return "This part is not written yet: put your code where `raise NotImplementedError` stands."
        case KeyError(args=[key]):
            return _no_key(key, scene)
        case IndexError() if "pop from empty" in message:
            return "There is nothing left to pop: the list is empty. Ask `if messages:` first."
        case IndexError() if "index out of range" in message:
            return _no_place(scene)
        case ValueError() if message.startswith("Invalid format specifier") and re.search(
            r"""\b[fF]["']""", scene.line
        ):
            return (
                "A colon in the braces of an f-string begins a format, and what follows here is none. A brace that is "
                "meant as a brace is written twice, {{ or }}."
            )
        case StopIteration() if "next(" in scene.line:
            return "`next()` found nothing that fits. A second argument is what it gives then: `next(…, None)`."
        case AssertionError() if not message:
            return "What this assert states is not true."
    return ""


def _no_json(error: json.JSONDecodeError) -> str:
    if error.doc.lstrip()[:2] in ("{'", "['") or error.doc.lstrip()[:3] == "[{'":
        return "This text is Python's own form, with single quotation marks, and no JSON: write it with json.dumps()."
    if not error.doc.strip():
        return "The text is empty, and no JSON: is the file written yet?"
    return ""


def _no_key(key: object, scene: Scene) -> str:
    holder = scene.value_of(scene.subject) if isinstance(scene.part, ast.Subscript) else None
    what = scene.named(scene.subject, "The dict") if isinstance(scene.part, ast.Subscript) else "The dict"
    if not isinstance(holder, dict) or key in holder:
        return f"There is no {key!r} in what is asked here. {_about(key, {})}".rstrip() if isinstance(key, str) else ""
    keys = [one for one in holder if isinstance(one, str)]
    near = get_close_matches(key, keys, 1, 0.75) if isinstance(key, str) else []
    if near:
        return f"{what} has no key {key!r}, but {near[0]!r}: which of the two is misspelt?"
    held = ", ".join(repr(one)[:40] for one in list(holder)[:8]) or "none"
    return (
        f"{what} has no key {key!r}. Its keys: {held}{', …' if len(holder) > 8 else ''}. {_about(key, holder)}".rstrip()
    )


def _about(key: object, holder: dict[object, object]) -> str:
    if key in ("role", "content"):
        return "" if "type" in holder else _MESSAGE
    return _BLOCK_KEYS.get(key, "") if isinstance(key, str) and isinstance(holder.get("type"), str) else ""


def _no_place(scene: Scene) -> str:
    what = scene.named(scene.subject, "The list") if isinstance(scene.part, ast.Subscript) else "The list"
    holder = scene.value_of(scene.subject) if isinstance(scene.part, ast.Subscript) else None
    if isinstance(holder, list | tuple | str):
        if not holder:
            return f"{what} is empty, so it has no item at any place."
        return f"{what} has {len(holder)} item{'s' * (len(holder) > 1)}, with the places 0 to {len(holder) - 1}."
    return f"{what} has no item at that place. Places begin at 0 and end at len(…) - 1."
