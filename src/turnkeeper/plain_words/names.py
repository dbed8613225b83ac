"""Names that Python does not know: in the code, in a module, and modules themselves."""

import builtins
import re
import sys
from difflib import get_close_matches

from turnkeeper.plain_words.scene import NOTHING, Scene

_OTHER_LANGUAGES = {"true": "True", "false": "False", "null": "None", "undefined": "None", "none": "None"}


def explained(error: BaseException, scene: Scene) -> str:
    """Return a sentence on a name; empty for another error."""
    match error:
        case UnboundLocalError() if unbound := re.match(r"cannot access local variable '(\w+)'", str(error)):
            return (
                f"{unbound[1]!r} is a name of this function's own, because the function assigns to it, and it has no "
                "value at this line. Hand the value in as an argument, or give the name one first."
            )
        case NameError(name=str(name)):
            return _no_name(name, scene)
        case ModuleNotFoundError():
            return ""
        case ImportError(name=str(module)):
            return _not_in(module, str(error))
    return ""


def _no_name(name: str, scene: Scene) -> str:
    if right := _OTHER_LANGUAGES.get(name):
        return f"Nothing is called {name!r}. Python writes it {right}, JSON and other languages {name}."
    if re.search(rf"[{{,]\s*{re.escape(name)}\s*:", scene.line):
        return (
            f"Nothing is called {name!r} yet. If it is meant as a key of the dict, it needs quotation marks: "
            f'"{name}": …'
        )
    if near := get_close_matches(name, _names_at(scene), 1, 0.8):
        return f"Nothing is called {name!r} yet. Did you mean {near[0]!r}?"
    return ""


def _names_at(scene: Scene) -> list[str]:
    return [name for name in {**vars(builtins), **scene.names} if not name.startswith("_")]


def _not_in(module: str, message: str) -> str:
    """Explain a name that a module does not have. Before Python 3.12 only the message holds the name."""
    wanted = re.match(r"cannot import name '(\w+)' from ", message)
    there = sys.modules.get(module, NOTHING)
    if not wanted or there is NOTHING:
        return ""
    near = get_close_matches(wanted[1], [name for name in dir(there) if not name.startswith("_")], 1)
    meant = f" Did you mean {near[0]!r}?" if near else " Is it spelt as in the lesson?"
    return f"The module {module} has nothing called {wanted[1]!r}.{meant}"
