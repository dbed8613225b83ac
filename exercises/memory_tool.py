r"""Exercise `memory_tool`: notes that the model keeps, in one folder.

Write `memory_tool(folder, command)`. It carries out one call of the
memory tool and returns the text that the model is told. It raises
nothing for what the model asks for: where no sentence below fits, such
as for a name of a thousand letters or a file where a folder has to be,
the text is yours, and nothing is changed.

`folder` is a real folder, as a `pathlib.Path`. The model knows it as
/memories: its /memories/a/b.md is folder / "a" / "b.md". `command` is
the call's input, a mapping: "command", and what stands in brackets here.

view (path)
    A file: "Here's the content of {path} with line numbers:", then each
    line of it on a line of its own: its number from 1, right-aligned in 6
    columns, a tab, and the line.
    A folder: "Here're the files and directories up to 2 levels deep in
    {path}, excluding hidden items and node_modules:" (one line), then a
    line with the path of each file and folder below it, in any order.
    (The whole tool puts sizes in front. Here nothing is hidden, and
    nothing stands deeper than two levels.)
    Nothing: "The path {path} does not exist. Please provide a valid path."
create (path, file_text)
    Writes a new file, and makes the folders on the way that are missing:
    "File created successfully at: {path}"
    Something is there: "Error: File {path} already exists"
str_replace (path, old_str, new_str)
    Replaces old_str, a part of one line that stands in the file exactly
    once. The text begins "The memory file has been edited."; more may
    follow. Otherwise nothing is changed:
    "No replacement was performed, old_str `{old_str}` did not appear
    verbatim in {path}." (one line)
    "No replacement was performed. Multiple occurrences of old_str
    `{old_str}` in lines: {lines}. Please ensure it is unique" (one line);
    lines: the numbers of the lines it stands in, each once, as "2, 5".
    Nothing: "Error: The path {path} does not exist. Please provide a
    valid path." (one line)
insert (path, insert_line, insert_text)
    Puts the lines of insert_text behind line insert_line, 0 for the very
    beginning: "The file {path} has been edited."
    No such line: "Error: Invalid `insert_line` parameter: {insert_line}.
    It should be within the range of lines of the file: [0, {n}]" (one
    line), where the file has n lines. Nothing is changed.
    Nothing: "Error: The path {path} does not exist"
delete (path)
    A file, or a folder with all in it: "Successfully deleted {path}"
    Nothing: "Error: The path {path} does not exist"
rename (old_path, new_path)
    Moves a file or folder, and makes the folders on the way that are
    missing: "Successfully renamed {old_path} to {new_path}"
    Nothing: "Error: The path {old_path} does not exist"
    Something is there: "Error: The destination {new_path} already exists"

{path} stands for the path as the model wrote it. Texts are UTF-8. A line
ends with a line feed ("\n"); one at the end of a file begins no further
line, and an empty file has no lines. After insert, every line of the file
ends with one.

Which paths are good? Those that are /memories or begin with /memories/,
in which no part behind a slash is empty, "." or "..", which hold no
percent sign and no backslash, and behind which nothing lies outside the
folder: a link in the folder may lead out of it, also by a second link. /memories itself can only be
viewed. For any other path, nothing is read, written, moved or deleted,
inside or outside, and the text is

    "Error: The path {path} is not allowed"

rename looks at old_path first. Whether you take a path through a link
that stays inside is up to you, and so is what is in the list of a folder
when a link stands in it, but nothing of what is behind a link.

    memory_tool(folder, {"command": "create", "path": "/memories/noor.md",
                         "file_text": "Blue tourer.\n"})
    # "File created successfully at: /memories/noor.md"
    memory_tool(folder, {"command": "view", "path": "/memories/../plan.md"})
    # "Error: The path /memories/../plan.md is not allowed"
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any


def memory_tool(folder: Path, command: Mapping[str, Any]) -> str:
    """Carry out one call of the memory tool, and return what the model is told."""
    raise NotImplementedError
