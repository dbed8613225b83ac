"""What `exercises/memory_tool.py` has to do. Run it with `pytest exercises/test_memory_tool.py`."""

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from turnkeeper.grading import call, expect

SECRET = "The safe opens with 4711."
NOTES = "Noor rides a blue tourer.\nShe comes on Friday.\n"
VIEWED = "Here's the content of {} with line numbers:"
LISTED = "Here're the files and directories up to 2 levels deep in {}, excluding hidden items and node_modules:"
KNOWS = "The model was trained with these sentences, and reads what happened from them."
INSIDE = "The model writes what a stranger may have told it to. Only the folder is its own."


class Box:
    """A folder with notes, and files around it that are nobody's business."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "memories"
        self.write("memories/noor.md", NOTES)
        self.write("memories/trips/may.md", "To the lake.\n")
        self.before: dict[str, str] = {}
        for place in ("plan.md", "memories_secret/plan.md", "other/plan.md"):
            self.write(place, f"{SECRET}\nIt is one line of two.\n")

    def write(self, place: str, text: str) -> None:
        """Write a file, and its folders."""
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    def tree(self) -> dict[str, str]:
        """Return all that is there: files with their texts, folders, and links with what they lead to."""
        found = {}
        ways = [""] if self.root.is_dir() else []
        while ways:
            way = ways.pop()
            with os.scandir(self.root / way) as items:
                for item in items:
                    place = f"{way}{item.name}"
                    found[place] = "a folder"
                    if item.is_symlink():
                        found[place] = f"a link to {Path(item.path).readlink()}"
                    elif item.is_file():
                        found[place] = Path(item.path).read_bytes().decode(errors="replace")
                    elif item.is_dir(follow_symlinks=False):
                        ways.append(f"{place}/")
        return found

    def link(self, place: str, target: str) -> bool:
        """Make a link, and return whether there is one: some systems let nobody make one to a file."""
        at, to = self.folder / place, self.root / target
        try:
            at.symlink_to(to, target_is_directory=to.is_dir())
        except OSError:
            if os.name == "nt" and to.is_dir():
                import _winapi  # a junction leads as far as a link, and needs no rights

                _winapi.CreateJunction(str(to), str(at))  # type: ignore[attr-defined]
                return True
            return False
        return True


@contextmanager
def box(**files: str) -> Iterator[Box]:
    """Make a box, with more files in its folder."""
    with tempfile.TemporaryDirectory() as root:
        made = Box(Path(root).resolve())
        for name, text in files.items():
            made.write(f"memories/{name}.md", text)
        yield made


def told(answer: ModuleType, box: Box, command: Mapping[str, object]) -> str:
    """Carry out a command, and return what the model is told: a text."""
    called = in_words(command)
    got = call(answer.memory_tool, box.folder, dict(command), called=called)
    expect(isinstance(got, str), called=called, got=got, expected="a text", why="The result of a tool is a text.")
    return str(got)


def in_words(command: Mapping[str, object]) -> str:
    """Return a call in the learner's terms."""
    return f"memory_tool(folder, {dict(command)!r})"


def expect_told(answer: ModuleType, box: Box, expected: str, why: Any = KNOWS, **command: Any) -> None:
    """Require what the model is told."""
    got = told(answer, box, command).removesuffix("\n")
    expect(got == expected, called=in_words(command), got=got, expected=expected, why=why)


def expect_file(box: Box, place: str, text: str | None, why: str, **command: Any) -> None:
    """Require what is in a file of the folder now; None where nothing may be."""
    path = box.folder / place
    got = path.read_bytes().decode(errors="replace") if path.is_file() else None
    words = [f"{'nothing' if one is None else repr(one)} at /memories/{place}" for one in (got, text)]
    expect(got == text, called=in_words(command), got=words[0], expected=words[1], why=why)


def expect_refused(answer: ModuleType, here: Box, path: str, commands: tuple[str, ...]) -> None:
    """Require that a path is refused by these commands, and that nothing is read or changed, inside or outside."""
    every: dict[str, dict[str, object]] = {
        "view": {"command": "view", "path": path},
        "create": {"command": "create", "path": path, "file_text": "I was here."},
        "str_replace": {"command": "str_replace", "path": path, "old_str": "one", "new_str": "ONE"},
        "insert": {"command": "insert", "path": path, "insert_line": 0, "insert_text": "I was here."},
        "delete": {"command": "delete", "path": path},
        "rename": {"command": "rename", "old_path": path, "new_path": "/memories/mine.md"},
        "rename to": {"command": "rename", "old_path": "/memories/noor.md", "new_path": path},
    }
    before = here.before = here.before or here.tree()
    expected = f"Error: The path {path} is not allowed"
    for name in commands:
        called, got = in_words(every[name]), told(answer, here, every[name])
        expect(SECRET not in got, called=called, got=f"what is in a file outside: {got}", expected=expected, why=INSIDE)
        if got != expected:
            expect_untouched(here, before, called, f"nothing changed, and: {expected}")
        expect(got == expected, called=called, got=got, expected=expected, why="The model has to learn why.")
    expect_untouched(here, before, f"each command with the path {path}", "nothing changed")


def expect_untouched(here: Box, before: dict[str, str], called: str, expected: str) -> None:
    """Require that all is as it was, in the folder and around it."""
    after = here.tree()
    changed = sorted(place for place in {*before, *after} if before.get(place) != after.get(place))
    told = f"changed: {', '.join(changed[:4])} (the notes are in memories)"
    expect(not changed, called=called, got=told, expected=expected, why=INSIDE)


ALL = ("view", "create", "str_replace", "insert", "delete", "rename", "rename to")


@pytest.mark.hint(
    "Print what you return for a file of twelve lines, and compare it with the task, sign by sign.",
    'f"{number:6}\\t{line}" makes one line. Split the text at line feeds, and take the one at its end away first. For '
    "a folder, walk through all below it, and write /memories in front of each path.",
)
def test_view_shows_a_file_or_a_folder(answer: ModuleType) -> None:
    """The command view shows a file with numbered lines, or a folder with all below it, or says nothing is there."""
    long = "".join(f"Line {number}\n" for number in range(1, 13))
    files = {"long": long, "open": "one\n\nthree", "blank": "a\n\n", "empty": "", "zoë": "24 €, 自転車"}
    files["odd"] = " a\x0cb\u2028c \nend\r\n"  # only a line feed ends a line, and a line is shown to the last blank
    with box(**files) as here:
        for name, text in {**files, "noor": NOTES, "trips/may": "To the lake.\n"}.items():
            path = f"/memories/{name}.md"
            lines = text.removesuffix("\n").split("\n") if text else []
            shown = [VIEWED.format(path), *(f"{number:6}\t{line}" for number, line in enumerate(lines, 1))]
            expect_told(answer, here, "\n".join(shown), command="view", path=path)
        for path in ("/memories/other.md", "/memories/trips/june.md", "/memories/no/no.md"):
            missing = f"The path {path} does not exist. Please provide a valid path."
            expect_told(answer, here, missing, command="view", path=path)
    with box() as here:
        here.write("memories/trips/june.md", "")
        (here.folder / "none").mkdir()
        for path, below in (
            ("/memories", ["noor.md", "none", "trips", "trips/june.md", "trips/may.md"]),
            ("/memories/trips", ["trips/june.md", "trips/may.md"]),
            ("/memories/none", []),
        ):
            command = {"command": "view", "path": path}
            head, *rest = told(answer, here, command).split("\n")
            wanted = [LISTED.format(path), *(f"/memories/{place}" for place in below)]
            got = [head, *sorted(rest)]
            wanted[1:] = sorted(wanted[1:])
            same = got == wanted
            expect(same, called=in_words(command), got="\n".join(got), expected="\n".join(wanted), why=KNOWS)


@pytest.mark.hint(
    "Create a file in a folder that is not there yet, and the same file once more.",
    "Look first whether anything is there, and refuse. Then make the folders with mkdir(parents=True, exist_ok=True), "
    "and write the text as it is, in UTF-8.",
)
def test_create_writes_a_new_file(answer: ModuleType) -> None:
    """The command create writes a new file, with the folders on its way, and never over one that is there."""
    why = "A note that is silently written over is lost."
    for place, text in (
        ("new.md", "My chain squeaks.\n"),
        ("empty.md", ""),
        ("no end.md", "one\ntwo"),
        ("customers/zoë.md", "24 €, 自転車\n"),
        ("memories/memories.md", "a folder of the same name\n"),
        ("trips/june.md", "To the sea.\n"),
    ):
        with box() as here:
            path, before = f"/memories/{place}", here.tree()
            command = {"command": "create", "path": path, "file_text": text}
            expect_told(answer, here, f"File created successfully at: {path}", **command)
            expect_file(here, place, text, "What the model noted is what it has to find.", **command)
            left = {known: what for known, what in here.tree().items() if known in before}
            expect(left == before, called=in_words(command), got="other files changed", expected="one new", why=why)
    for place in ("noor.md", "trips/may.md", "trips"):
        with box() as here:
            path, before = f"/memories/{place}", here.tree()
            command = {"command": "create", "path": path, "file_text": "new"}
            expect_told(answer, here, f"Error: File {path} already exists", **command)
            same = here.tree() == before
            expect(same, called=in_words(command), got="the notes are changed", expected="the notes as before", why=why)


@pytest.mark.hint(
    "How often does old_str stand in the file: never, once, or more than once? Each has an answer of its own.",
    "text.count(old_str) tells. Replace with text.replace, which knows no patterns, and for more than one list the "
    "numbers of the lines that hold it.",
)
def test_str_replace_changes_what_stands_there_once(answer: ModuleType) -> None:
    """The command str_replace changes what stands in the file exactly once, and nothing otherwise."""
    text = "My day is Friday.\nOpen (9-18).\nFriday, 24 €.\n* * *\nlast: a.b\\c"
    why = "A note is changed in one place, and to the letter."
    for old, new in (
        ("My day is Friday.", "My day is Tuesday."),
        ("(9-18).", "(9-17)."),
        ("24 €", "26 € \\1 \\n"),
        ("last", ""),
        ("a.b\\c", "axb\n"),
        ("My", "my"),
    ):
        with box(day=text) as here:
            command = {"command": "str_replace", "path": "/memories/day.md", "old_str": old, "new_str": new}
            got, head = told(answer, here, command), "The memory file has been edited."
            ok = got.startswith(head)
            expect(ok, called=in_words(command), got=got, expected=f"a text that begins: {head}", why=KNOWS)
            expect_file(here, "day.md", text.replace(old, new), why, **command)
    with box(day="one\r\ntwo \n") as here:
        command = {"command": "str_replace", "path": "/memories/day.md", "old_str": "two", "new_str": "2"}
        told(answer, here, command)
        expect_file(here, "day.md", "one\r\n2 \n", why, **command)
    many = text + "\n" * 6 + "Friday again, on a Friday\n"
    no = "No replacement was performed"
    for old, expected in (
        ("Sunday", f"{no}, old_str `Sunday` did not appear verbatim in /memories/day.md."),
        ("friday", f"{no}, old_str `friday` did not appear verbatim in /memories/day.md."),
        ("a.b.c", f"{no}, old_str `a.b.c` did not appear verbatim in /memories/day.md."),
        ("Friday", f"{no}. Multiple occurrences of old_str `Friday` in lines: 1, 3, 11. Please ensure it is unique"),
        ("*", f"{no}. Multiple occurrences of old_str `*` in lines: 4. Please ensure it is unique"),
    ):
        with box(day=many) as here:
            command = {"command": "str_replace", "path": "/memories/day.md", "old_str": old, "new_str": "Monday"}
            expect_told(answer, here, expected, **command)
            expect_file(here, "day.md", many, why, **command)
    with box() as here:
        path, command = "/memories/no.md", {"command": "str_replace", "old_str": "a", "new_str": "b"}
        missing = f"Error: The path {path} does not exist. Please provide a valid path."
        expect_told(answer, here, missing, path=path, **command)


@pytest.mark.hint(
    "Insert behind line 0, behind the last line, and behind one more than there are.",
    "Split the file into lines, check 0 <= insert_line <= len(lines), put the new lines in, and write each line with a "
    "line feed at its end.",
)
def test_insert_puts_lines_behind_a_line(answer: ModuleType) -> None:
    """The command insert puts lines behind a line, 0 for the beginning, and refuses a line that is not there."""
    for text, at, more, expected in (
        ("one\ntwo\n", 0, "zero\n", "zero\none\ntwo\n"),
        ("one\ntwo\n", 1, "between", "one\nbetween\ntwo\n"),
        ("one\ntwo", 2, "three", "one\ntwo\nthree\n"),
        ("one\ntwo", 1, "a\nb\n", "one\na\nb\ntwo\n"),
        ("", 0, "first\n", "first\n"),
        ("24 €\n\n", 2, "自転車", "24 €\n\n自転車\n"),
        ("one\ntwo\n", 1, "a\n\nb", "one\na\n\nb\ntwo\n"),
        ("one\x0c\u2028\r\ntwo", 1, "a\x0cb", "one\x0c\u2028\r\na\x0cb\ntwo\n"),
    ):
        with box(list=text) as here:
            path = "/memories/list.md"
            command = {"command": "insert", "path": path, "insert_line": at, "insert_text": more}
            expect_told(answer, here, f"The file {path} has been edited.", **command)
            expect_file(here, "list.md", expected, "A line has its place, and lines do not run together.", **command)
    for text, at, lines in (("one\ntwo\n", 3, 2), ("one\ntwo", -1, 2), ("", 1, 0), ("one\n", 99, 1)):
        with box(list=text) as here:
            command = {"command": "insert", "path": "/memories/list.md", "insert_line": at, "insert_text": "more"}
            bad = f"Error: Invalid `insert_line` parameter: {at}. It should be within the range of lines of the file: "
            expect_told(answer, here, f"{bad}[0, {lines}]", **command)
            expect_file(here, "list.md", text, "What is refused changes nothing.", **command)
    with box() as here:
        path, command = "/memories/no.md", {"command": "insert", "insert_line": 0, "insert_text": "a"}
        expect_told(answer, here, f"Error: The path {path} does not exist", path=path, **command)


@pytest.mark.hint(
    "Delete a folder with files in it. Rename to a name that is there already.",
    "shutil.rmtree removes a folder with all in it, unlink a file. Before you rename, look whether something stands at "
    "the new place: the system would write over it.",
)
def test_delete_and_rename(answer: ModuleType) -> None:
    """The commands delete and rename remove or move a file or folder, and say when it is not there."""
    for place, stays in (("noor.md", ["trips", "trips/may.md"]), ("trips", ["noor.md"]), ("trips/may.md", None)):
        with box() as here:
            path = f"/memories/{place}"
            command = {"command": "delete", "path": path}
            expect_told(answer, here, f"Successfully deleted {path}", **command)
            expect_left(here, ["noor.md", "trips"] if stays is None else stays, **command)
            expect_told(answer, here, f"Error: The path {path} does not exist", **command)
    both = {"noor.md", "none", "trips", "trips/may.md"}
    for old, new, left in (
        ("noor.md", "ada.md", {"ada.md", "trips", "trips/may.md"}),
        ("trips/may.md", "june.md", {"noor.md", "june.md", "trips"}),
        ("trips", "ways", {"noor.md", "ways", "ways/may.md"}),
        ("noor.md", "customers/noor.md", {"customers", "customers/noor.md", "trips", "trips/may.md"}),
    ):
        with box() as here:
            command = {"command": "rename", "old_path": f"/memories/{old}", "new_path": f"/memories/{new}"}
            expect_told(answer, here, f"Successfully renamed /memories/{old} to /memories/{new}", **command)
            expect_left(here, left, **command)
    for old, new, problem in (
        ("noor.md", "trips/may.md", "The destination /memories/trips/may.md already exists"),
        ("noor.md", "trips", "The destination /memories/trips already exists"),
        ("trips", "none", "The destination /memories/none already exists"),
        ("no.md", "new.md", "The path /memories/no.md does not exist"),
        ("no.md", "noor.md", "The path /memories/no.md does not exist"),
    ):
        with box() as here:
            (here.folder / "none").mkdir()
            command = {"command": "rename", "old_path": f"/memories/{old}", "new_path": f"/memories/{new}"}
            expect_told(answer, here, f"Error: {problem}", **command)
            expect_left(here, both, **command)
            expect_file(here, "noor.md", NOTES, "What is refused changes nothing.", **command)
            expect_file(here, "trips/may.md", "To the lake.\n", "A note that is moved over is lost.", **command)


def expect_left(here: Box, left: Iterable[str], **command: object) -> None:
    """Require what is left in the folder."""
    got = sorted(path.relative_to(here.folder).as_posix() for path in here.folder.rglob("*"))
    wanted = sorted(left)
    why = "Nothing is to be left behind, and nothing else may go."
    expect(got == wanted, called=f"{in_words(command)}, then looked into the folder", got=got, expected=wanted, why=why)


@pytest.mark.hint(
    "Split the path at its slashes, and look at the parts. Which of them may not be there?",
    "Refuse a path with a part that is exactly '..' or '.', in one function that every command calls first, for both "
    "paths of rename. A name such as 'more...md' only has dots in it. Decode nothing: a percent sign or a backslash is "
    "refused as it stands.",
)
def test_dots_and_codes_lead_nowhere(answer: ModuleType) -> None:
    """A path with ".." or "." as a part, a percent sign or a backslash is refused; dots in a name are a name."""
    with box() as here:
        for path in (
            "/memories/../plan.md",
            "/memories/..",
            "/memories/../memories_secret/plan.md",
            "/memories/trips/../../plan.md",
            "/memories/no/../../other/plan.md",
            "/memories/trips/../noor.md",
            "/memories/trips/..",
            "/memories/.",
            "/memories/./noor.md",
            "/memories/%2e%2e/plan.md",
            "/memories/%2E%2E/plan.md",
            "/memories/..%2fplan.md",
            "/memories/%2e%2e%2Fmemories_secret%2Fplan.md",
            "/memories/%252e%252e/plan.md",
            "/memories/trips/%2e%2e/noor.md",
            "/memories/noor%2emd",
            "/memories/..\\plan.md",
            "/memories\\..\\plan.md",
            "/memories/trips\\may.md",
            "/memories/100%.md",
        ):
            expect_refused(answer, here, path, ALL)
        for name in ("more...md", "..notes.md", "a..b.md", "..."):
            path = f"/memories/{name}"
            command = {"command": "create", "path": path, "file_text": "x"}
            expect_told(answer, here, f"File created successfully at: {path}", why="It is a name.", **command)


@pytest.mark.hint(
    "Which paths are no path of /memories at all? What does folder / '/etc/passwd' give?",
    "A good path is '/memories' or begins with '/memories/', and has no empty part behind it: joined to a Path, a part "
    "that begins with a slash throws the folder away. /memories itself is only viewed.",
)
def test_only_what_is_below_memories(answer: ModuleType) -> None:
    """A path that is not below /memories is refused: an absolute one, a relative one, a name that begins alike."""
    with box() as here:
        outside = here.root / "plan.md"
        for path in (
            str(outside),
            f"/memories/{outside}",
            f"/memories//{outside}",
            str(here.folder / "noor.md"),
            "/memories_secret/plan.md",
            "/memories_secret",
            "/memoriesplan.md",
            "memories/noor.md",
            "noor.md",
            "plan.md",
            "//memories/noor.md",
            "/Memories/noor.md",
            " /memories/noor.md",
            "/memories/noor.md/",
            "/memories/",
            "/other/memories/noor.md",
            "/",
            "",
        ):
            expect_refused(answer, here, path, ALL)
        expect_refused(answer, here, "/memories", tuple(name for name in ALL if name != "view"))


@pytest.mark.hint(
    "What does open() do with a link? And what does exists() say of a link to a file that is not there yet?",
    "Path.resolve() follows every link on the way, also to what is not there. Compare its result with "
    "is_relative_to(folder.resolve()): as texts, memories_secret begins like memories.",
)
def test_links_lead_nowhere(answer: ModuleType) -> None:
    """A path through a link that leads out of the folder is refused, and what is behind the link stays as it is."""
    links = {
        "link.md": "plan.md",
        "door": "other",
        "beside": "memories_secret",
        "trips/door": "other",
        "later.md": "not_there.md",
        "chain.md": "memories/link.md",
    }
    paths = {
        "link.md": ["link.md"],
        "door": ["door", "door/plan.md", "door/new.md", "door/new/new.md"],
        "beside": ["beside/plan.md", "beside"],
        "trips/door": ["trips/door/plan.md", "trips/door"],
        "later.md": ["later.md"],
        "chain.md": ["chain.md"],
    }
    with box(soon="Not a link yet.\n") as here:
        told(answer, here, {"command": "view", "path": "/memories/soon.md"})
        (here.folder / "soon.md").unlink()
        if here.link("soon.md", "plan.md"):
            expect_refused(answer, here, "/memories/soon.md", ALL)
    with box() as here:
        made = [place for place, target in links.items() if here.link(place, target)]
        here.before = here.tree()
        for link in made:
            for path in paths[link]:
                expect_refused(answer, here, f"/memories/{path}", ALL)
        for command in ({"command": "view", "path": "/memories"}, {"command": "view", "path": "/memories/trips"}):
            got = told(answer, here, command)
            seen = [line for line in got.split("\n") if line.endswith("plan.md") or SECRET in line]
            expect(not seen, called=in_words(command), got=seen, expected="nothing from behind a link", why=INSIDE)
        before = here.tree()
        command = {"command": "delete", "path": "/memories/trips"}
        expect_told(answer, here, "Successfully deleted /memories/trips", why="The folder itself is inside.", **command)
        gone = [place for place in before if place not in here.tree() and not place.startswith("memories/trips")]
        called = f"{in_words(command)}, where a link out of the folder stands in it"
        expect(not gone, called=called, got=f"gone: {', '.join(gone)}", expected="only what is inside gone", why=INSIDE)


@pytest.mark.hint(
    "What does your function do with a NUL in a path, and with a file that is asked for as if it were a folder?",
    "One try around all commands is enough: an OSError or a ValueError becomes a sentence. Do not put the error's own "
    "text in it, which names the real folder.",
)
def test_the_model_is_always_told_something(answer: ModuleType) -> None:
    """What cannot be done raises nothing and changes nothing: the model is told in a text."""
    long = f"/memories/{'n' * 1000}.md"
    commands = [
        {"command": "view", "path": "/memories/a\0b.md"},
        {"command": "create", "path": "/memories/a\0b.md", "file_text": "x"},
    ]
    if sys.platform != "emscripten":  # the page's file system takes what others refuse, and cannot delete it again
        commands += [
            {"command": "create", "path": long, "file_text": "x"},
            {"command": "view", "path": long},
            {"command": "create", "path": "/memories/noor.md/x.md", "file_text": "x"},
            {"command": "rename", "old_path": "/memories/trips", "new_path": "/memories/trips/old"},
            {"command": "rename", "old_path": "/memories/trips", "new_path": "/memories/noor.md/trips"},
        ]
    for command in commands:
        with box() as here:
            before = here.tree()
            told(answer, here, command)
            expect_untouched(here, before, in_words(command), "nothing changed")
