"""Paths as the model writes them: what `/memories/notes.md` names, and why anything else is refused.

Only names of plain letters, digits and a few signs are taken. So nothing needs to be decoded, and no way of writing
".." or "/" has to be known: percent signs, backslashes, colons, control characters and look-alikes are simply not among
the signs. The same names are good on Linux, macOS and Windows. A name that begins with a dot would be hidden from
`view`, so it is refused too. Upper and lower case are as in the file system: two names on Linux, one on most others.
"""

import unicodedata

ROOT = "/memories"
"""The one folder that the model knows."""
MOST_LEVELS = 8
"""The most names in a path, the root not counted."""
LONGEST_NAME = 200
"""The longest name, in bytes of UTF-8: file systems take 255, some of them fewer."""

Names = tuple[str, ...]
"""A path below the root, name by name; empty for the root itself."""

_SIGNS = " -_.,()[]+=@#&'!~"
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


class Refused(Exception):
    """What the model is told instead of a result."""


class Missing(Exception):
    """There is no such file or folder. Each command has a sentence of its own for it."""


def names_in(path: object) -> Names:
    """Return the names in a path that the model gave.

    Raises:
        Refused: If it is no path of the memory; the sentence says why, and what one looks like.
    """
    if not isinstance(path, str):
        raise _no_path(path, "a path is a text")
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise _no_path(path, f"every path begins with {ROOT}/")
    names = tuple(path.removesuffix("/").split("/")[2:])
    if len(names) > MOST_LEVELS:
        raise _no_path(path, f"it has {len(names)} names one in the other, and {MOST_LEVELS} are the most")
    for name in names:
        if fault := _fault_of(name):
            raise _no_path(path, fault)
    return names


def path_of(names: Names) -> str:
    """Return the path with these names, as the model knows it."""
    return "/".join((ROOT, *names))


def is_name(name: str) -> bool:
    """Return whether the model may use a name: a file with another cannot be opened, and is not listed."""
    return not _fault_of(name)


def _fault_of(name: str) -> str:
    if not name:
        return "there is a name missing between two slashes"
    if name.startswith((".", " ")) or name.endswith((".", " ")):
        return "a name neither begins nor ends with a dot or a space"
    if not all(letter in _SIGNS or unicodedata.category(letter)[0] in "LMN" for letter in name):
        return f"a name has letters, digits, spaces and {_SIGNS.strip()} only, written as they are"
    if len(name.encode()) > LONGEST_NAME:
        return f"a name has {LONGEST_NAME} bytes at most"
    if unicodedata.normalize("NFKC", name.partition(".")[0]).strip().casefold() in _DEVICES:
        return "this name is a device on some systems"
    return ""


def _no_path(path: object, fault: str) -> Refused:
    shown = repr(path[:80] if isinstance(path, str) else path)
    return Refused(
        f"Error: {shown[:120]} is no path of this memory: {fault}. A path looks like {ROOT}/notes.md or "
        f"{ROOT}/projects/plan.md"
    )
