"""One function with match, and os.path.realpath; a pattern for what a path may be."""

import os
import re
import shutil

GOOD = re.compile(r"/memories((?:/(?!\.\.?(?:/|\Z))[^/%\\]+)*)\Z")


def memory_tool(folder, command):
    try:
        return carry_out(folder, command)
    except (OSError, UnicodeError, ValueError) as error:
        return f"Error: {command['command']} is not possible here ({type(error).__name__})"


def carry_out(folder, command):
    real_folder = os.path.realpath(folder)

    def find(path):
        good = GOOD.match(path)
        at = os.path.realpath(real_folder + good[1]) if good else ""
        return at if at == real_folder or at.startswith(real_folder + os.sep) else None

    def no(path):
        return f"Error: The path {path} is not allowed"

    def text_at(at):
        with open(at, "rb") as file:
            return file.read().decode("utf-8")

    def put(at, text):
        os.makedirs(os.path.dirname(at), exist_ok=True)
        with open(at, "wb") as file:
            file.write(text.encode("utf-8"))

    def split(text):
        return re.findall(r"[^\n]*\n|[^\n]+", text)

    name = command["command"]
    for key in ("path", "old_path", "new_path"):
        if key in command and (find(command[key]) is None or (name != "view" and find(command[key]) == real_folder)):
            return no(command[key])
    path = command.get("path", "")
    at = find(path) if path else ""
    match name:
        case "view" if os.path.isdir(at):
            found = []
            for here, folders, files in os.walk(at):
                found += [os.path.relpath(os.path.join(here, one), real_folder) for one in folders + files]
            head = (
                "Here're the files and directories up to 2 levels deep in {}, excluding hidden items and node_modules:"
            )
            return "\n".join([head.format(path)] + ["/memories/" + one.replace(os.sep, "/") for one in found])
        case "view" if os.path.isfile(at):
            told = f"Here's the content of {path} with line numbers:"
            for number, line in enumerate(split(text_at(at)), 1):
                told += "\n%6d\t%s" % (number, line.rstrip("\n"))
            return told
        case "view":
            return f"The path {path} does not exist. Please provide a valid path."
        case "create" if os.path.exists(at):
            return f"Error: File {path} already exists"
        case "create":
            put(at, command["file_text"])
            return f"File created successfully at: {path}"
        case "str_replace" if not os.path.exists(at):
            return f"Error: The path {path} does not exist. Please provide a valid path."
        case "str_replace":
            old, text = command["old_str"], text_at(at)
            where = [number for number, line in enumerate(split(text), 1) for _ in range(line.count(old))]
            if not where:
                return f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
            if len(where) > 1:
                lines = ", ".join(map(str, dict.fromkeys(where)))
                return (
                    f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {lines}. "
                    "Please ensure it is unique"
                )
            before, _, behind = text.partition(old)
            put(at, before + command["new_str"] + behind)
            return "The memory file has been edited."
        case "insert" | "delete" if not os.path.exists(at):
            return f"Error: The path {path} does not exist"
        case "insert":
            lines, place = split(text_at(at)), command["insert_line"]
            if place not in range(len(lines) + 1):
                return (
                    f"Error: Invalid `insert_line` parameter: {place}. It should be within the range of lines of the "
                    f"file: [0, {len(lines)}]"
                )
            lines[place:place] = split(command["insert_text"])
            put(at, "".join(line.rstrip("\n") + "\n" for line in lines))
            return f"The file {path} has been edited."
        case "delete":
            shutil.rmtree(at) if os.path.isdir(at) else os.unlink(at)
            return f"Successfully deleted {path}"
        case "rename":
            old, new = command["old_path"], command["new_path"]
            if not os.path.exists(find(old)):
                return f"Error: The path {old} does not exist"
            if os.path.exists(find(new)):
                return f"Error: The destination {new} already exists"
            os.makedirs(os.path.dirname(find(new)), exist_ok=True)
            os.rename(find(old), find(new))
            return f"Successfully renamed {old} to {new}"
