"""Fails: test_links_lead_nowhere

Compares the places as texts: memories_secret begins like memories.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HEAD = "Here're the files and directories up to 2 levels deep in {}, excluding hidden items and node_modules:"
NOT_THERE = "Error: The path {} does not exist"


class RefusedError(Exception):
    """What the model is told instead of a result."""


def real(folder: Path, path: str, *, to_view: bool = False) -> Path:
    """Return the place that a path of the model names, if it is inside the folder."""
    root, *parts = path.split("/")[1:] or [""]
    good = path.startswith("/memories") and root == "memories" and (to_view or bool(parts))
    if good and not {"", ".", ".."}.intersection(parts) and not {"%", "\\"}.intersection(path):
        place = folder.joinpath(*parts)
        if str(place.resolve()).startswith(str(folder.resolve())):
            return place
    raise RefusedError(f"Error: The path {path} is not allowed")


def lines_of(text: str) -> list[str]:
    """Return the lines of a text; the line feed at its end begins no further line."""
    return text.removesuffix("\n").split("\n") if text else []


def read(place: Path, otherwise: str) -> str:
    """Return what is in a file; a sentence is what the model is told when there is none."""
    if not place.is_file():
        raise RefusedError(otherwise)
    return place.read_bytes().decode()


def write(place: Path, text: str) -> None:
    """Write a file, and make the folders on the way."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode())


def view(folder: Path, path: str) -> str:
    """Show a file with its lines, or a folder with what is in it."""
    place = real(folder, path, to_view=True)
    if place.is_dir():
        found = [item for item in place.rglob("*") if item.resolve().is_relative_to(folder.resolve())]
        names = sorted(item.relative_to(folder).as_posix() for item in found)
        return "\n".join([HEAD.format(path), *(f"/memories/{name}" for name in names)])
    text = read(place, f"The path {path} does not exist. Please provide a valid path.")
    shown = [f"{number:6}\t{line}" for number, line in enumerate(lines_of(text), 1)]
    return "\n".join([f"Here's the content of {path} with line numbers:", *shown])


def create(folder: Path, path: str, file_text: str) -> str:
    """Write a new file."""
    place = real(folder, path)
    if place.exists():
        raise RefusedError(f"Error: File {path} already exists")
    write(place, file_text)
    return f"File created successfully at: {path}"


def str_replace(folder: Path, path: str, old_str: str, new_str: str) -> str:
    """Replace what stands in a file exactly once."""
    place = real(folder, path)
    text = read(place, f"{NOT_THERE.format(path)}. Please provide a valid path.")
    count = text.count(old_str)
    if count == 0:
        raise RefusedError(f"No replacement was performed, old_str `{old_str}` did not appear verbatim in {path}.")
    if count > 1:
        lines = ", ".join(str(number) for number, line in enumerate(lines_of(text), 1) if old_str in line)
        raise RefusedError(
            f"No replacement was performed. Multiple occurrences of old_str `{old_str}` in lines: {lines}. "
            "Please ensure it is unique"
        )
    write(place, text.replace(old_str, new_str))
    return "The memory file has been edited."


def insert(folder: Path, path: str, insert_line: int, insert_text: str) -> str:
    """Put lines behind a line of a file."""
    place = real(folder, path)
    lines = lines_of(read(place, NOT_THERE.format(path)))
    if not 0 <= insert_line <= len(lines):
        raise RefusedError(
            f"Error: Invalid `insert_line` parameter: {insert_line}. "
            f"It should be within the range of lines of the file: [0, {len(lines)}]"
        )
    lines[insert_line:insert_line] = lines_of(insert_text)
    write(place, "".join(f"{line}\n" for line in lines))
    return f"The file {path} has been edited."


def delete(folder: Path, path: str) -> str:
    """Delete a file, or a folder with all that is in it."""
    place = real(folder, path)
    if not place.exists():
        raise RefusedError(NOT_THERE.format(path))
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink()
    return f"Successfully deleted {path}"


def rename(folder: Path, old_path: str, new_path: str) -> str:
    """Move a file or folder to where nothing stands."""
    old, new = real(folder, old_path), real(folder, new_path)
    if not old.exists():
        raise RefusedError(NOT_THERE.format(old_path))
    if new.exists():
        raise RefusedError(f"Error: The destination {new_path} already exists")
    new.parent.mkdir(parents=True, exist_ok=True)
    old.rename(new)
    return f"Successfully renamed {old_path} to {new_path}"


COMMANDS = {command.__name__: command for command in (view, create, str_replace, insert, delete, rename)}


def memory_tool(folder: Path, command: Mapping[str, Any]) -> str:
    """Carry out one call of the memory tool, and return what the model is told."""
    named = dict(command)
    try:
        return COMMANDS[named.pop("command")](folder, **named)
    except RefusedError as refusal:
        return str(refusal)
    except (OSError, ValueError):
        return "Error: The command cannot be carried out"
