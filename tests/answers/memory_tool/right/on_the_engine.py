"""The engine's MemoryFolder does the work, behind a check of the path; sizes are taken off, refusals put in other words."""

from turnkeeper.memory_tool import MemoryFolder, Refused

BAD = "Error: The path {} is not allowed"


def bad(folder, path, root):
    names = path.split("/")
    if names[:2] != ["", "memories"] or (len(names) == 2 and not root):
        return True
    if "%" in path or "\\" in path or any(name in ("", ".", "..") for name in names[2:]):
        return True
    return not folder.joinpath(*names[2:]).resolve().is_relative_to(folder.resolve())


def named(path):
    """The engine takes no dots at the ends of a name, so each dot there gets letters that no name of the task has."""
    return path.replace(".", "DOT")


def memory_tool(folder, command):
    try:
        return told_by_the_engine(folder, command)
    except (OSError, ValueError):
        return "Error: That is no name of a note."


def told_by_the_engine(folder, command):
    given = dict(command)
    for field in ("path", "old_path", "new_path"):
        if field in given and bad(folder, given[field], given["command"] == "view"):
            return BAD.format(given[field])
    if given["command"] == "create" and not folder.joinpath(*given["path"].split("/")[2:]).exists():
        place = folder.joinpath(*given["path"].split("/")[2:])
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(given["file_text"].encode())
        return f"File created successfully at: {given['path']}"
    try:
        told = MemoryFolder(folder).execute(given)
    except Refused as refusal:
        return str(refusal)
    if told.startswith("Here're"):
        head, _, *rest = told.split("\n")
        return "\n".join([head, *(line.partition("\t")[2] for line in rest)])
    return told
