"""The six commands of the memory tool, over a folder of this machine.

The sentences that come back are those of Anthropic's page "Memory tool" (read in copies of it, 2025 and 2026), which
models know best. The SDK's own `BetaLocalFilesystemMemoryTool` (2.14.0) differs: no "Error: " before its errors, no
"and node_modules" in the head of a listing, folders end in "/" there and show their own size instead of that of their
files, whole sizes have no decimal ("4K" for "4.0K"), and a line feed at the end counts as one more line. Sentences for
what the page leaves open, limits and refused paths among them, are ours.
"""

import os
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from turnkeeper.memory_tool.disk import Disk, Folder
from turnkeeper.memory_tool.paths import MOST_LEVELS, ROOT, Missing, Names, Refused, is_name, names_in, path_of
from turnkeeper.memory_tool.texts import inserted, replaced, shown, size
from turnkeeper.messages import plain_block, well_formed

TOOL: dict[str, Any] = {"type": "memory_20250818", "name": "memory"}
"""The tool, as a request holds it. The API adds the instruction to look into the memory first."""

_LISTED_LEVELS = 2
_NO_PATH = {
    "view": "The path {} does not exist. Please provide a valid path.",
    "str_replace": "Error: The path {} does not exist. Please provide a valid path.",
}


class MemoryFolder:
    """A folder that the model reads and writes with the memory tool, and cannot leave.

    The folder is what the model knows as `/memories`. Paths are judged by `memory_tool.paths`, links are never followed
    (`memory_tool.disk`), and no sentence names the real folder. A file is written whole or not at all: a program that
    is killed as it writes leaves the old file, and a hidden one beside it. Of two programs that write one file, the
    later one wins.

    A hard link that somebody else puts into the folder is a file of it, and is read like one, whatever its other name
    is. A change is written to a new file, so the file under the other name stays as it was.

    For the tool runner of the SDK there is `turnkeeper.memory_tool.runner.MemoryRunnerTool`, made with such a folder.

    What the model has written is read again as its own words: a note is no instruction of yours, and may be wrong.

    Args:
        root: The folder. It is made if it is not there, readable for you alone.
        most_bytes_per_file: The longest file that is written or read, in bytes of UTF-8.
        most_files: The most files and folders together, at any level.

    Raises:
        ValueError: If a limit is less than 1.
        OSError: If the root is no folder, or cannot be made.
    """

    def __init__(
        self, root: str | os.PathLike[str], *, most_bytes_per_file: int = 100_000, most_files: int = 1_000
    ) -> None:
        if min(most_bytes_per_file, most_files) < 1:
            raise ValueError(f"limits are 1 or more, not {most_bytes_per_file} bytes and {most_files} files")
        self._disk = Disk(root)
        self._most_bytes = most_bytes_per_file
        self._most_files = most_files
        self._commands: dict[str, Callable[[Mapping[str, Any]], str]] = {
            "view": self._view,
            "create": self._create,
            "str_replace": self._str_replace,
            "insert": self._insert,
            "delete": self._delete,
            "rename": self._rename,
        }

    def run(self, call: object) -> dict[str, Any]:
        """Run one call of the memory tool, and return its result as a content block for the next user message.

        Whatever the model asks for, nothing is raised: a bad path or a full disk is a result with `is_error`.

        Args:
            call: A `tool_use` block, as a mapping or as the SDK's object. Every call of a model has an `id`.

        Raises:
            TypeError: If it is no block with an `id`: there is no call then that a result could answer.
        """
        block = plain_block(call)
        if not isinstance(block.get("id"), str):
            raise TypeError(f"a call is a tool_use block with its id, as the model sent it, and not {block!r:.200}")
        answer: dict[str, Any] = {"type": "tool_result", "tool_use_id": block["id"]}
        try:
            return {**answer, "content": well_formed(self.execute(block.get("input")))}
        except Refused as refusal:
            return {**answer, "content": well_formed(str(refusal)), "is_error": True}

    def execute(self, given: object) -> str:
        """Carry out one command, and return what the model is told.

        Args:
            given: The input of the call: `command`, and what this command takes.

        Raises:
            Refused: If it cannot be done; its text is what the model is to be told.
        """
        command = given.get("command") if isinstance(given, Mapping) else None
        if not isinstance(given, Mapping) or not isinstance(command, str) or command not in self._commands:
            raise Refused(f"Error: a call of the memory names one of the commands {', '.join(self._commands)}")
        try:
            return self._commands[command](given)
        except Missing:
            path = path_of(names_in(given["old_path" if command == "rename" else "path"]))
            raise Refused(_NO_PATH.get(command, "Error: The path {} does not exist").format(path)) from None
        except OSError as fault:
            raise Refused(f"Error: the memory could not be used: {fault.strerror or 'the system refused it'}") from None

    def _view(self, given: Mapping[str, Any]) -> str:
        names = names_in(given.get("path"))
        if not names:
            with self._disk.root() as folder:
                return _listing(folder, ())
        with self._disk.spot(names) as spot:
            if spot.kind == "folder":
                with spot.folder.inside(spot.name) as folder:
                    return _listing(folder, names)
        return shown(self._read(names), path_of(names), given.get("view_range"))

    def _create(self, given: Mapping[str, Any]) -> str:
        names = _below_root(given, "path")
        data = self._data(_text(given, "file_text"), names)
        if self._disk.kind(names):
            raise Refused(f"Error: File {path_of(names)} already exists")
        self._check_room(names[:-1], 1)
        self._write(names, data)
        return f"File created successfully at: {path_of(names)}"

    def _str_replace(self, given: Mapping[str, Any]) -> str:
        names = _below_root(given, "path")
        new = "" if given.get("new_str") is None else _text(given, "new_str")
        text, snippet = replaced(self._read(names), _text(given, "old_str"), new, path_of(names))
        self._write(names, self._data(text, names))
        head = "The memory file has been edited. Here is the snippet showing the change (with line numbers):"
        return f"{head}\n{snippet}"

    def _insert(self, given: Mapping[str, Any]) -> str:
        names = _below_root(given, "path")
        text = inserted(self._read(names), given.get("insert_line"), _text(given, "insert_text"))
        self._write(names, self._data(text, names))
        return f"The file {path_of(names)} has been edited."

    def _delete(self, given: Mapping[str, Any]) -> str:
        names = _below_root(given, "path")
        with self._disk.spot(names) as spot:
            if spot.kind is None:
                raise Missing
            spot.remove()
        return f"Successfully deleted {path_of(names)}"

    def _rename(self, given: Mapping[str, Any]) -> str:
        old, new = _below_root(given, "old_path"), _below_root(given, "new_path")
        if new[: len(old)] == old and new != old:
            raise Refused(f"Error: {path_of(old)} cannot be moved into itself")
        with self._disk.spot(old) as spot:
            if spot.kind is None:
                raise Missing
            if self._disk.kind(new):
                raise Refused(f"Error: The destination {path_of(new)} already exists")
            if spot.kind == "folder":
                _check_depth(spot.folder, spot.name, new)
            self._check_room(new[:-1], 0)
            with self._disk.spot(new, make=True) as place:
                spot.move_to(place)
        return f"Successfully renamed {path_of(old)} to {path_of(new)}"

    def _read(self, names: Names) -> str:
        with self._disk.spot(names) as spot:
            if spot.kind != "file":
                raise Missing
            data = spot.read(self._most_bytes)
        if data is None:
            raise Refused(
                f"Error: File {path_of(names)} is too long to be read: {self._most_bytes:,} bytes are the most"
            )
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise Refused(f"Error: File {path_of(names)} is no text in UTF-8, and cannot be shown or edited") from None

    def _data(self, text: str, names: Names) -> bytes:
        try:
            data = text.encode()
        except UnicodeEncodeError:
            raise Refused(f"Error: the text for {path_of(names)} holds half a character: write it anew") from None
        if len(data) > self._most_bytes:
            raise Refused(
                f"Error: File {path_of(names)} would have {len(data):,} bytes, and {self._most_bytes:,} are the most: "
                "shorten it, or put a part of it into another file"
            )
        return data

    def _write(self, names: Names, data: bytes) -> None:
        with self._disk.spot(names, make=True) as spot:
            spot.write(data)

    def _check_room(self, way: Names, more: int) -> None:
        """See that the folders on the way are there or can be made, and that so many files more are not too many."""
        for level in range(1, len(way) + 1):
            kind = self._disk.kind(way[:level])
            if kind == "file":
                raise Refused(f"Error: {path_of(way[:level])} is a file, and nothing can stand in it")
            more += kind is None
        with self._disk.root() as folder:
            if more and sum(1 for _ in folder.walk()) + more > self._most_files:
                raise Refused(
                    f"Error: the memory is full: {self._most_files:,} files and folders are the most. "
                    "Delete what is no longer needed"
                )


def _listing(folder: Folder, names: Names) -> str:
    """A folder as `view` shows it; the size of a folder is that of all files in it."""
    entries = list(folder.walk(names))
    sizes: Counter[Names] = Counter()
    for entry in entries:
        for level in range(len(names), len(entry.names) + 1):
            sizes[entry.names[:level]] += entry.size
    near = (entry.names for entry in entries if len(entry.names) <= len(names) + _LISTED_LEVELS)
    told = (those for those in near if all(is_name(name) and name != "node_modules" for name in those))
    path = path_of(names)
    head = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items and node_modules:"
    return "\n".join([head, *(f"{size(sizes[those])}\t{path_of(those)}" for those in (names, *told))])


def _check_depth(folder: Folder, name: str, new: Names) -> None:
    with folder.inside(name) as moved:
        levels = max((len(entry.names) for entry in moved.walk()), default=0)
    if len(new) + levels > MOST_LEVELS:
        raise Refused(f"Error: in {path_of(new)} names would stand more than {MOST_LEVELS} levels deep")


def _below_root(given: Mapping[str, Any], field: str) -> Names:
    names = names_in(given.get(field))
    if not names:
        raise Refused(f"Error: {ROOT} itself stays as it is: name a file or folder in it, such as {ROOT}/notes.md")
    return names


def _text(given: Mapping[str, Any], field: str) -> str:
    text = given.get(field)
    if not isinstance(text, str):
        raise Refused(f"Error: this command takes a text as `{field}`")
    return text
