"""A class with a method for each command; links are looked for one by one on the way."""

import os
import shutil


class Refused(Exception):
    pass


class Memory:
    def __init__(self, folder):
        self.top = os.fspath(folder)

    def place(self, path, root=False):
        bits = path.split("/")
        ok = bits[0] == "" and len(bits) > 1 and bits[1] == "memories" and "%" not in path and "\\" not in path
        ok = ok and (len(bits) > 2 or root) and all(bit not in ("", ".", "..") for bit in bits[2:])
        at = self.top
        for bit in bits[2:] if ok else ():
            at = os.path.join(at, bit)
            if os.path.islink(at) or (hasattr(os.path, "isjunction") and os.path.isjunction(at)):
                ok = False
        if not ok:
            raise Refused(f"Error: The path {path} is not allowed")
        return at

    def read(self, at):
        with open(at, encoding="utf-8", newline="") as file:
            return file.read()

    def write(self, at, text):
        os.makedirs(os.path.dirname(at), exist_ok=True)
        with open(at, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def lines(self, text):
        found = text.split("\n")
        return found[:-1] if found[-1] == "" else found

    def view(self, path):
        at = self.place(path, root=True)
        if os.path.isdir(at):
            out = [
                f"Here're the files and directories up to 2 levels deep in {path}, "
                "excluding hidden items and node_modules:"
            ]
            for name in os.listdir(at):
                out.append(f"{path}/{name}")
                inner = os.path.join(at, name)
                if os.path.isdir(inner) and not os.path.islink(inner):
                    out += [f"{path}/{name}/{other}" for other in os.listdir(inner)]
            return "\n".join(out)
        if not os.path.exists(at):
            raise Refused(f"The path {path} does not exist. Please provide a valid path.")
        out = f"Here's the content of {path} with line numbers:"
        for number, line in enumerate(self.lines(self.read(at))):
            out += "\n" + str(number + 1).rjust(6) + "\t" + line
        return out

    def create(self, path, file_text):
        at = self.place(path)
        if os.path.lexists(at):
            raise Refused(f"Error: File {path} already exists")
        self.write(at, file_text)
        return f"File created successfully at: {path}"

    def str_replace(self, path, old_str, new_str=""):
        at = self.place(path)
        if not os.path.isfile(at):
            raise Refused(f"Error: The path {path} does not exist. Please provide a valid path.")
        pieces = self.read(at).split(old_str)
        if len(pieces) == 1:
            raise Refused(f"No replacement was performed, old_str `{old_str}` did not appear verbatim in {path}.")
        if len(pieces) > 2:
            where = [str(n) for n, line in enumerate(self.read(at).split("\n"), 1) if old_str in line]
            raise Refused(
                f"No replacement was performed. Multiple occurrences of old_str `{old_str}` in lines: "
                f"{', '.join(where)}. Please ensure it is unique"
            )
        self.write(at, new_str.join(pieces))
        return f"The memory file has been edited. It now says:\n{self.read(at)}"

    def insert(self, path, insert_line, insert_text):
        at = self.place(path)
        if not os.path.isfile(at):
            raise Refused(f"Error: The path {path} does not exist")
        lines = self.lines(self.read(at))
        if insert_line < 0 or insert_line > len(lines):
            raise Refused(
                f"Error: Invalid `insert_line` parameter: {insert_line}. It should be within the range of lines of "
                f"the file: [0, {len(lines)}]"
            )
        new = lines[:insert_line] + self.lines(insert_text) + lines[insert_line:]
        self.write(at, "\n".join(new) + "\n")
        return f"The file {path} has been edited."

    def delete(self, path):
        at = self.place(path)
        if os.path.isdir(at):
            shutil.rmtree(at)
        elif os.path.exists(at):
            os.remove(at)
        else:
            raise Refused(f"Error: The path {path} does not exist")
        return f"Successfully deleted {path}"

    def rename(self, old_path, new_path):
        old, new = self.place(old_path), self.place(new_path)
        if not os.path.exists(old):
            raise Refused(f"Error: The path {old_path} does not exist")
        if os.path.exists(new):
            raise Refused(f"Error: The destination {new_path} already exists")
        os.makedirs(os.path.dirname(new), exist_ok=True)
        shutil.move(old, new)
        return f"Successfully renamed {old_path} to {new_path}"


def memory_tool(folder, command):
    given = {**command}
    name = given.pop("command")
    try:
        return getattr(Memory(folder), name)(**given)
    except Refused as told:
        return str(told)
    except Exception as error:
        return f"Error: {type(error).__name__}"
