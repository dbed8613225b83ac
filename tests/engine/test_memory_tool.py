import errno
import os
import stat
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import anthropic
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.histories import json_values
from turnkeeper import ScriptedModel, check_history, connect
from turnkeeper.memory_tool import TOOL, MemoryFolder, Refused, disk
from turnkeeper.memory_tool.disk import Folder, kind_of
from turnkeeper.memory_tool.paths import LONGEST_NAME, MOST_LEVELS
from turnkeeper.memory_tool.runner import MemoryRunnerTool
from turnkeeper.memory_tool.texts import MOST_LINES, shown, size
from turnkeeper.messages import blocks

SECRET = "The canary sings at seven."
COMMANDS = ["view", "create", "str_replace", "insert", "delete", "rename"]
NOTES = "one\ntwo\nthree\n"
HEAD = "Here're the files and directories up to 2 levels deep in {}, excluding hidden items and node_modules:"


@pytest.fixture(params=[True, False], ids=["by descriptor", "by path"])
def root(request, tmp_path, monkeypatch):
    """The folder of a memory, beside a canary that no call may touch or tell."""
    if request.param:
        assert disk.BY_DESCRIPTOR, "this system opens folders by descriptors"
    monkeypatch.setattr(disk, "BY_DESCRIPTOR", request.param)
    (tmp_path / "canary").mkdir()
    (tmp_path / "canary" / "secret.md").write_text(SECRET)
    return tmp_path / "memory"


@pytest.fixture
def memory(root):
    folder = MemoryFolder(root)
    (root / "notes.md").write_text(NOTES)
    return folder


def use(memory, command, **given):
    """Run a call; return what the model is told, and whether as an error."""
    call = {"type": "tool_use", "id": "toolu_1", "name": "memory", "input": {"command": command, **given}}
    result = memory.run(call)
    assert result["type"] == "tool_result"
    assert result["tool_use_id"] == "toolu_1"
    return result["content"], result.get("is_error", False)


def done(memory, command, **given):
    told, failed = use(memory, command, **given)
    assert not failed, told
    return told


def refused(memory, command, **given):
    told, failed = use(memory, command, **given)
    assert failed, told
    return told


def everything(folder):
    """Every file and folder below one, with what is in it; links as what they lead to, unread."""
    return {
        path.relative_to(folder).as_posix(): path.readlink()
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else None
        for path in sorted(folder.rglob("*"))
    }


def inputs(command, path):
    """The input of a command about one path; for rename the path is the new one."""
    return {
        "view": {"path": path},
        "create": {"path": path, "file_text": "x"},
        "str_replace": {"path": path, "old_str": "one", "new_str": "x"},
        "insert": {"path": path, "insert_line": 0, "insert_text": "x"},
        "delete": {"path": path},
        "rename": {"old_path": "/memories/notes.md", "new_path": path},
    }[command]


# What the commands do and say


def test_view_of_a_file(memory):
    assert done(memory, "view", path="/memories/notes.md") == (
        "Here's the content of /memories/notes.md with line numbers:\n     1\tone\n     2\ttwo\n     3\tthree"
    )


@pytest.mark.parametrize(
    ("view_range", "lines"),
    [
        ([1, 1], "     1\tone"),
        ([2, 3], "     2\ttwo\n     3\tthree"),
        ([2, -1], "     2\ttwo\n     3\tthree"),
        ([3, 99], "     3\tthree"),
        (None, "     1\tone\n     2\ttwo\n     3\tthree"),
    ],
)
def test_view_of_some_lines(memory, view_range, lines):
    told = done(memory, "view", path="/memories/notes.md", view_range=view_range)
    assert told.partition("\n")[2] == lines


@pytest.mark.parametrize(
    "wrong", [[0, 1], [4, -1], [4, 99], [3, 2], [1], [1, 2, 3], ["1", 2], [True, 2], [1, None], "1-2", 5, {}]
)
def test_view_of_lines_that_are_not_there(memory, wrong):
    told = refused(memory, "view", path="/memories/notes.md", view_range=wrong)
    assert told.startswith(f"Error: Invalid `view_range` parameter: {wrong!r}. ")
    assert "within the range [1, 3]" in told


def test_view_of_an_empty_file(memory, root):
    (root / "empty.md").write_text("")
    head = "Here's the content of /memories/empty.md with line numbers:\n"
    assert done(memory, "view", path="/memories/empty.md") == head
    assert done(memory, "view", path="/memories/empty.md", view_range=[1, -1]) == head


def test_lines_end_with_a_line_feed_only():
    assert shown("a\r\nb\u2028c\x0bd\n\n", "/memories/a", None).splitlines(keepends=True)[1:][0] == "     1\ta\r\n"
    assert shown("a\r\nb\u2028c\n\n", "/memories/a", None).split("\n")[1:] == [
        "     1\ta\r",
        "     2\tb\u2028c",
        "     3\t",
    ]


def test_a_file_of_too_many_lines():
    with pytest.raises(Refused, match=r"File /memories/a exceeds maximum line limit of 999,999 lines\."):
        shown("\n" * (MOST_LINES + 1), "/memories/a", [1, 2])
    assert shown("\n" * MOST_LINES, "/memories/a", [1, 1]).endswith("     1\t")


def test_view_of_a_folder(memory, root):
    (root / "b" / "c" / "d").mkdir(parents=True)
    (root / "b" / "c" / "deep.md").write_bytes(b"x" * 1536)
    (root / "b" / "c" / "d" / "deeper.md").write_bytes(b"x" * 10)
    (root / "b" / "a.md").write_bytes(b"x" * 20)
    (root / "node_modules").mkdir()
    (root / ".hidden").write_text("x")
    (root / "not\nlisted").write_text("x")
    (root / "link.md").symlink_to(root.parent / "canary" / "secret.md")
    os.mkfifo(root / "pipe")
    listed = ["1.5K\t/memories/b", "20B\t/memories/b/a.md", "1.5K\t/memories/b/c", "14B\t/memories/notes.md"]
    head = HEAD.format("/memories")
    assert done(memory, "view", path="/memories").split("\n") == [head, "1.5K\t/memories", *listed]
    assert done(memory, "view", path="/memories/", view_range=[1, 10]).split("\n")[2:] == listed
    assert done(memory, "view", path="/memories/b").split("\n") == [
        HEAD.format("/memories/b"),
        "1.5K\t/memories/b",
        "20B\t/memories/b/a.md",
        "1.5K\t/memories/b/c",
        "10B\t/memories/b/c/d",
        "1.5K\t/memories/b/c/deep.md",
    ]


def test_folders_deeper_than_a_path_can_be_are_left_out(memory, root):
    deep = root.joinpath(*["a"] * (MOST_LEVELS + 1))
    deep.mkdir(parents=True)
    (deep.parent / "b.md").write_text("x" * 100)
    (deep / "c.md").write_text("x")
    path = "/memories" + "/a" * (MOST_LEVELS - 1)
    assert done(memory, "view", path=path).split("\n")[1:] == [f"0B\t{path}", f"0B\t{path}/a"]
    assert done(memory, "view", path=f"{path}/a").split("\n")[1:] == [f"0B\t{path}/a"]


def test_an_empty_memory(root):
    assert done(MemoryFolder(root), "view", path="/memories") == HEAD.format("/memories") + "\n0B\t/memories"


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (0, "0B"),
        (1023, "1023B"),
        (1024, "1.0K"),
        (1536, "1.5K"),
        (1023 << 10, "1023.0K"),
        ((1 << 20) - 1, "1.0M"),
        (1 << 20, "1.0M"),
        (5 << 20, "5.0M"),
        (3 << 40, "3072.0G"),
    ],
)
def test_sizes(number, told):
    assert size(number) == told


def test_create(memory, root):
    assert done(memory, "create", path="/memories/a/b.md", file_text="é\r\n") == (
        "File created successfully at: /memories/a/b.md"
    )
    assert (root / "a" / "b.md").read_bytes() == "é\r\n".encode()
    assert stat.S_IMODE((root / "a" / "b.md").stat().st_mode) == 0o600
    assert stat.S_IMODE((root / "a").stat().st_mode) == 0o700
    for there in ("/memories/a/b.md", "/memories/a"):
        assert refused(memory, "create", path=there, file_text="x") == f"Error: File {there} already exists"
    assert (root / "a" / "b.md").read_bytes() == "é\r\n".encode()
    assert refused(memory, "create", path="/memories/notes.md/a.md", file_text="x") == (
        "Error: /memories/notes.md is a file, and nothing can stand in it"
    )


def test_str_replace(memory, root):
    (root / "long.md").write_text("".join(f"line {number}\n" for number in range(1, 10)))
    told = done(memory, "str_replace", path="/memories/long.md", old_str="line 5", new_str="Line 5\nand more")
    assert told == (
        "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"
        "     3\tline 3\n     4\tline 4\n     5\tLine 5\n     6\tand more\n     7\tline 6"
    )
    done(memory, "str_replace", path="/memories/long.md", old_str="Line 5\nand more\n")
    done(memory, "str_replace", path="/memories/long.md", old_str="line 1\n", new_str=None)
    assert (root / "long.md").read_text() == "".join(f"line {number}\n" for number in (2, 3, 4, 6, 7, 8, 9))


def test_str_replace_wants_one_place(memory, root):
    (root / "notes.md").write_text("aaa\nb\naab\n")
    told = refused(memory, "str_replace", path="/memories/notes.md", old_str="x", new_str="y")
    assert told == "No replacement was performed, old_str `x` did not appear verbatim in /memories/notes.md."
    assert "did not appear" in refused(memory, "str_replace", path="/memories/notes.md", old_str="", new_str="y")
    told = refused(memory, "str_replace", path="/memories/notes.md", old_str="aa", new_str="y")
    assert told == (
        "No replacement was performed. Multiple occurrences of old_str `aa` in lines: 1, 3. Please ensure it is unique"
    )
    (root / "notes.md").write_text("aaa\n")
    told = refused(memory, "str_replace", path="/memories/notes.md", old_str="aa", new_str="y")
    assert "in lines: 1. Please" in told, "two places that overlap"
    (root / "notes.md").write_text("a\n" * 30)
    told = refused(memory, "str_replace", path="/memories/notes.md", old_str="a", new_str="y")
    assert "in lines: " + ", ".join(map(str, range(1, 21))) + ", …. Please" in told
    assert (root / "notes.md").read_text() == "a\n" * 30


@pytest.mark.parametrize(
    ("before", "line", "text", "after"),
    [
        ("one\ntwo\n", 0, "zero", "zero\none\ntwo\n"),
        ("one\ntwo\n", 1, "x\ny\n", "one\nx\ny\ntwo\n"),
        ("one\ntwo", 2, "three\n", "one\ntwo\nthree\n"),
        ("", 0, "one", "one\n"),
        ("one\n", 1, "\n\n", "one\n\n\n"),
    ],
)
def test_insert(memory, root, before, line, text, after):
    (root / "notes.md").write_text(before)
    told = done(memory, "insert", path="/memories/notes.md", insert_line=line, insert_text=text)
    assert told == "The file /memories/notes.md has been edited."
    assert (root / "notes.md").read_text() == after


@pytest.mark.parametrize("line", [-1, 4, "1", None, True, 1.0])
def test_insert_behind_no_line(memory, root, line):
    told = refused(memory, "insert", path="/memories/notes.md", insert_line=line, insert_text="x")
    assert told == (
        f"Error: Invalid `insert_line` parameter: {line!r}. It should be within the range of lines of the file: [0, 3]"
    )
    assert (root / "notes.md").read_text() == NOTES


def test_delete(memory, root):
    (root / "a" / "b").mkdir(parents=True)
    (root / "a" / "b" / "c.md").write_text("x")
    (root / "a" / "link").symlink_to(root.parent / "canary")
    assert done(memory, "delete", path="/memories/notes.md") == "Successfully deleted /memories/notes.md"
    assert done(memory, "delete", path="/memories/a/") == "Successfully deleted /memories/a"
    assert everything(root) == {}
    assert (root.parent / "canary" / "secret.md").read_text() == SECRET


def test_rename(memory, root):
    told = done(memory, "rename", old_path="/memories/notes.md", new_path="/memories/a/b.md")
    assert told == "Successfully renamed /memories/notes.md to /memories/a/b.md"
    assert done(memory, "rename", old_path="/memories/a", new_path="/memories/c")
    assert everything(root) == {"c": None, "c/b.md": NOTES.encode()}
    (root / "d.md").write_text("x")
    for there in ("/memories/d.md", "/memories/c", "/memories/c/b.md"):
        told = refused(memory, "rename", old_path="/memories/c/b.md", new_path=there)
        assert told == f"Error: The destination {there} already exists"
    told = refused(memory, "rename", old_path="/memories/c", new_path="/memories/c/e/f")
    assert told == "Error: /memories/c cannot be moved into itself"
    assert everything(root) == {"c": None, "c/b.md": NOTES.encode(), "d.md": b"x"}


@pytest.mark.parametrize("path", ["/memories/no.md", "/memories/no/way.md", "/memories/notes.md/no.md"])
def test_what_is_not_there(memory, path):
    valid = f"The path {path} does not exist. Please provide a valid path."
    assert refused(memory, "view", path=path) == valid
    assert refused(memory, "str_replace", path=path, old_str="a", new_str="b") == f"Error: {valid}"
    assert (
        refused(memory, "insert", path=path, insert_line=0, insert_text="b") == f"Error: The path {path} does not exist"
    )
    assert refused(memory, "delete", path=path) == f"Error: The path {path} does not exist"
    told = refused(memory, "rename", old_path=path, new_path="/memories/new.md")
    assert told == f"Error: The path {path} does not exist"


def test_a_folder_is_no_file(memory, root):
    (root / "a").mkdir()
    told = refused(memory, "str_replace", path="/memories/a", old_str="a", new_str="b")
    assert told == "Error: The path /memories/a does not exist. Please provide a valid path."
    told = refused(memory, "insert", path="/memories/a", insert_line=0, insert_text="b")
    assert told == "Error: The path /memories/a does not exist"


@pytest.mark.parametrize(
    "given",
    [None, "view", [], {}, {"path": "/memories"}, {"command": ["view"]}, {"command": "shell", "path": "/memories"}],
)
def test_a_call_without_a_command_is_told(memory, given):
    result = memory.run({"type": "tool_use", "id": "toolu_1", "name": "memory", "input": given})
    assert result["is_error"]
    assert result["content"] == (
        "Error: a call of the memory names one of the commands view, create, str_replace, insert, delete, rename"
    )


@pytest.mark.parametrize(
    ("command", "given", "field"),
    [
        ("create", {"path": "/memories/a.md"}, "file_text"),
        ("create", {"path": "/memories/a.md", "file_text": 7}, "file_text"),
        ("str_replace", {"path": "/memories/notes.md", "new_str": "x"}, "old_str"),
        ("str_replace", {"path": "/memories/notes.md", "old_str": "one", "new_str": 7}, "new_str"),
        ("insert", {"path": "/memories/notes.md", "insert_line": 0}, "insert_text"),
    ],
)
def test_a_missing_text_is_told(memory, command, given, field):
    assert refused(memory, command, **given) == f"Error: this command takes a text as `{field}`"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_path_is_told(memory, command):
    assert "None is no path of this memory: a path is a text" in refused(memory, command)


def test_calls_may_be_objects_of_the_sdk(memory):
    call = anthropic.types.ToolUseBlock(
        type="tool_use", id="toolu_9", name="memory", input={"command": "delete", "path": "/memories/notes.md"}
    )
    assert memory.run(call) == {
        "type": "tool_result",
        "tool_use_id": "toolu_9",
        "content": "Successfully deleted /memories/notes.md",
    }


@pytest.mark.parametrize("call", [{"type": "tool_use", "input": {}}, {"type": "text", "text": "Hi"}, {"id": None}])
def test_what_is_no_call_is_named(memory, call):
    with pytest.raises(TypeError, match=r"^a call is a tool_use block with its id, as the model sent it, and not \{'"):
        memory.run(call)


def test_half_a_character_comes_back_as_a_question_mark(memory):
    told = refused(memory, "str_replace", path="/memories/notes.md", old_str="\ud800", new_str="x")
    assert told == "No replacement was performed, old_str `?` did not appear verbatim in /memories/notes.md."


def test_a_hard_link_is_read_and_its_other_name_is_not_written(memory, root):
    other = root.parent / "canary" / "secret.md"
    os.link(other, root / "hard.md")
    assert done(memory, "view", path="/memories/hard.md").endswith(f"     1\t{SECRET}")
    done(memory, "str_replace", path="/memories/hard.md", old_str="canary", new_str="wren")
    assert (root / "hard.md").read_text() == SECRET.replace("canary", "wren")
    assert other.read_text() == SECRET


# What stays outside

ESCAPES = [
    "",
    "/",
    "memories/notes.md",
    "/memory/notes.md",
    "/memoriesnotes.md",
    "/Memories/notes.md",
    "/etc/passwd",
    "notes.md",
    "~/notes.md",
    "/memories/..",
    "/memories/../canary/secret.md",
    "/memories/a/../../canary/secret.md",
    "/memories/./notes.md",
    "/memories//canary/secret.md",
    "/memories/%2e%2e/canary/secret.md",
    "/memories/%252e%252e%252fcanary%252fsecret.md",
    "/memories/..%2fcanary",
    "/memories/..%c0%afcanary",
    "/memories/..\\canary\\secret.md",
    "\\memories\\notes.md",
    "/memories\\..\\canary",
    "/memories/C:\\Windows",
    "C:/memories/notes.md",
    "/memories/C:notes.md",
    "/memories/notes.md:stream",
    "/memories/notes.md\0.txt",
    "/memories/a\nb",
    "/memories/a\x7fb",
    "/memories/a\u202eb",
    "/memories/a\u200bb",
    "/memories/\u2025/canary",
    "/memories/．．/canary",
    "/memories/..／canary",
    "/memories/\ud800",
    "/memories/.ssh/id",
    "/memories/.hidden",
    "/memories/notes.md.",
    "/memories/notes.md ",
    "/memories/ notes.md",
    "/memories/CON",
    "/memories/nul.md",
    "/memories/Com1 .md",
    "/memories/com¹.md",
    "/memories/" + "a" * (LONGEST_NAME + 1),
    "/memories/" + "é" * (LONGEST_NAME // 2 + 1),
    "/memories" + "/a" * (MOST_LEVELS + 1),
    "file:///memories/notes.md",
    "/memories/$HOME",
    "/memories/*",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_no_path_is_refused(memory, root, command):
    before = everything(root.parent)
    for path in ESCAPES:
        told = refused(memory, command, **inputs(command, path))
        assert " is no path of this memory: " in told
        assert told.endswith(". A path looks like /memories/notes.md or /memories/projects/plan.md")
        assert told.isprintable(), "nothing of the path can garble the sentence"
        assert everything(root.parent) == before, path


def test_both_paths_of_a_rename_are_judged(memory):
    told = refused(memory, "rename", old_path="/memories/../canary/secret.md", new_path="/memories/a.md")
    assert "is no path of this memory" in told


def test_a_long_path_is_not_repeated_in_full(memory):
    assert len(refused(memory, "view", path="/etc/" + "a" * 10_000)) < 400
    assert len(refused(memory, "view", path=["a" * 10_000])) < 400


@pytest.mark.parametrize(
    "name",
    [
        "notes",
        "Über uns (2026).md",
        "größe",
        "メモ.md",
        "हिन्दी.md",
        "a-b_c, d+e=f@g#h&i'j!k~l[m].md",
        "console.md",
        "50.5",
    ],
)
def test_plain_names_are_good(memory, name):
    path = f"/memories/{name}"
    done(memory, "create", path=path, file_text="x")
    assert done(memory, "view", path=path)
    assert f"1B\t{path}" in done(memory, "view", path="/memories").split("\n")


def test_the_longest_paths_are_good(memory):
    path = "/memories" + f"/{'a' * LONGEST_NAME}" * MOST_LEVELS
    done(memory, "create", path=path, file_text="x")
    assert done(memory, "view", path=path)


@pytest.mark.parametrize("command", ["create", "str_replace", "insert", "delete", "rename"])
@pytest.mark.parametrize("path", ["/memories", "/memories/"])
def test_the_root_stays(memory, root, command, path):
    before = everything(root)
    assert refused(memory, command, **inputs(command, path)).startswith("Error: /memories itself stays as it is: ")
    assert everything(root) == before


def test_the_root_cannot_be_renamed(memory):
    told = refused(memory, "rename", old_path="/memories", new_path="/memories/a")
    assert "itself stays as it is" in told


def add_links(root):
    """Put links into the memory: to a file, to a folder, to nothing, to itself, and inside."""
    outside = root.parent / "canary"
    for name, leads_to in {
        "file.md": outside / "secret.md",
        "folder": outside,
        "dangling.md": outside / "new.md",
        "loop": root / "loop",
        "inside.md": root / "notes.md",
    }.items():
        (root / name).symlink_to(leads_to)


@pytest.fixture
def links(memory, root):
    add_links(root)
    return memory


@pytest.mark.parametrize("command", COMMANDS)
def test_links_are_not_followed(links, root, command):
    before = everything(root.parent)
    for path in (
        *("file.md", "folder", "folder/secret.md", "folder/new.md", "dangling.md", "dangling.md/a.md"),
        *("loop", "loop/a.md", "inside.md"),
    ):
        told = refused(links, command, **inputs(command, f"/memories/{path}"))
        name = path.partition("/")[0]
        assert told == f"Error: /memories/{name} is a link or a device: this memory has files and folders only"
        assert everything(root.parent) == before


def test_a_link_is_not_moved(links, root):
    assert "is a link" in refused(links, "rename", old_path="/memories/file.md", new_path="/memories/a.md")
    assert not (root / "a.md").exists()


def test_a_pipe_is_no_file(memory, root):
    os.mkfifo(root / "pipe")
    assert "is a link or a device" in refused(memory, "view", path="/memories/pipe")


def swap_after_look(monkeypatch, name, swap, *, looks):
    """Let somebody swap a thing just when it has been looked at for the given time."""
    seen, look = [], Folder.look

    def looking(self, looked_for):
        info = look(self, looked_for)
        if looked_for == name:
            seen.append(looked_for)
            if len(seen) == looks:
                swap()
        return info

    monkeypatch.setattr(Folder, "look", looking)
    return seen


@pytest.mark.parametrize("looks", [1, 2])
def test_a_file_that_is_swapped_for_a_link(memory, root, monkeypatch, looks):
    def swap():
        (root / "notes.md").unlink()
        (root / "notes.md").symlink_to(root.parent / "canary" / "secret.md")

    seen = swap_after_look(monkeypatch, "notes.md", swap, looks=looks)
    assert SECRET not in refused(memory, "view", path="/memories/notes.md")
    assert len(seen) >= looks


def test_a_file_that_is_swapped_for_another(memory, root, monkeypatch):
    (root.parent / "canary" / "link.md").hardlink_to(root.parent / "canary" / "secret.md")

    def swap():
        (root.parent / "canary" / "link.md").replace(root / "notes.md")

    # view looks, read looks again, and then the file is opened
    swap_after_look(monkeypatch, "notes.md", swap, looks=3)
    assert refused(memory, "view", path="/memories/notes.md") == "Error: the file was exchanged while it was opened"


def test_a_file_that_goes_while_it_is_looked_at(memory, root, monkeypatch):
    swap_after_look(monkeypatch, "notes.md", (root / "notes.md").unlink, looks=2)
    assert refused(memory, "view", path="/memories/notes.md")


@pytest.mark.parametrize("root", [True], indirect=True, ids=["by descriptor"])  # not promised by path: see disk.py
@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_is_swapped_for_a_link(memory, root, monkeypatch, command):
    (root / "a").mkdir()
    (root / "a" / "secret.md").write_text("one")
    outside = everything(root.parent / "canary")

    def swap():
        (root / "a").rename(root / "b")
        (root / "a").symlink_to(root.parent / "canary")

    swap_after_look(monkeypatch, "a", swap, looks=1)
    told, failed = use(memory, command, **inputs(command, "/memories/a/secret.md"))
    assert failed
    assert SECRET not in told
    assert everything(root.parent / "canary") == outside


def test_junctions_of_windows_are_links():
    junction = SimpleNamespace(st_mode=stat.S_IFDIR, st_file_attributes=0x400)
    assert kind_of(junction) == "other"
    assert kind_of(SimpleNamespace(st_mode=stat.S_IFDIR, st_file_attributes=0x10)) == "folder"


pieces = st.sampled_from(
    [
        *["/memories", "memories", "/", "//", "..", ".", "%2e%2e", "%2f", "%252e", "\\", "C:", "~", ".x", "．．", "∕"],
        *["folder", "file.md", "loop", "dangling.md", "inside.md", "notes.md", "a", "é", "canary", "secret.md"],
        *["\0", "\n", " "],
    ]
)
paths = st.one_of(
    st.lists(pieces, max_size=6).map("".join),
    st.lists(pieces, max_size=5).map(lambda names: "/memories/" + "/".join(names)),
    st.text(max_size=20).map("/memories/".__add__),
    json_values,
)


@pytest.mark.parametrize("by_descriptor", [True, False])
@given(calls=st.lists(st.tuples(st.sampled_from(COMMANDS), paths, paths), min_size=1, max_size=4))
@settings(deadline=None)
def test_no_path_leads_outside(by_descriptor, calls):
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as base:
        patch.setattr(disk, "BY_DESCRIPTOR", by_descriptor)
        root, canary = Path(base) / "memory", Path(base) / "canary"
        canary.mkdir()
        (canary / "secret.md").write_text(SECRET)
        memory = MemoryFolder(root)
        (root / "notes.md").write_text(NOTES)
        add_links(root)
        for command, path, other in calls:
            more = {"old_path": other, "insert_line": other, "file_text": path, "view_range": other}
            told, _ = use(memory, command, **{**inputs(command, path), **more})
            told.encode()
            assert SECRET not in told
            assert base not in told
        assert everything(canary) == {"secret.md": SECRET.encode()}
        assert sorted(path.name for path in Path(base).iterdir()) == ["canary", "memory"]


# Limits


def test_a_file_that_would_be_too_long(root):
    memory = MemoryFolder(root, most_bytes_per_file=10)
    done(memory, "create", path="/memories/a.md", file_text="é" * 5)
    told = refused(memory, "create", path="/memories/b/b.md", file_text="é" * 6)
    assert told == (
        "Error: File /memories/b/b.md would have 12 bytes, and 10 are the most: shorten it, or put a part of it into "
        "another file"
    )
    assert "would have 11 bytes" in refused(
        memory, "str_replace", path="/memories/a.md", old_str="é" * 5, new_str="x" * 11
    )
    assert "would have 12 bytes" in refused(memory, "insert", path="/memories/a.md", insert_line=0, insert_text="")
    assert everything(root) == {"a.md": "é".encode() * 5}
    (root / "a.md").write_text("x" * 11)
    told = refused(memory, "view", path="/memories/a.md", view_range=[1, 1])
    assert told == "Error: File /memories/a.md is too long to be read: 10 bytes are the most"


def test_a_huge_file_is_not_read_whole(memory, root):
    with (root / "notes.md").open("r+b") as file:
        file.truncate(1 << 40)  # holes, which take no room on the disk, and would in the memory
    assert "is too long to be read" in refused(memory, "view", path="/memories/notes.md")


def test_too_many_files(root):
    memory = MemoryFolder(root, most_files=3)
    done(memory, "create", path="/memories/a/b.md", file_text="x")
    full = "Error: the memory is full: 3 files and folders are the most. Delete what is no longer needed"
    assert refused(memory, "create", path="/memories/c/d.md", file_text="x") == full
    assert refused(memory, "rename", old_path="/memories/a/b.md", new_path="/memories/c/d/b.md") == full
    done(memory, "rename", old_path="/memories/a/b.md", new_path="/memories/c/b.md")
    assert refused(memory, "create", path="/memories/e.md", file_text="x") == full
    done(memory, "rename", old_path="/memories/c/b.md", new_path="/memories/a/b.md")
    done(memory, "delete", path="/memories/c")
    done(memory, "create", path="/memories/e.md", file_text="x")


def test_a_memory_that_is_too_full_already_can_be_put_in_order(memory, root):
    for name in ("a", "b", "c"):
        (root / name).write_text("x")
    memory = MemoryFolder(root, most_files=1)
    done(memory, "rename", old_path="/memories/a", new_path="/memories/d")
    done(memory, "insert", path="/memories/d", insert_line=0, insert_text="x")
    done(memory, "delete", path="/memories/d")


def test_folders_do_not_grow_deeper_by_moving(root):
    memory = MemoryFolder(root)
    done(memory, "create", path="/memories" + "/a" * MOST_LEVELS, file_text="x")
    told = refused(memory, "rename", old_path="/memories/a", new_path="/memories/b/a")
    assert told == f"Error: in /memories/b/a names would stand more than {MOST_LEVELS} levels deep"
    done(memory, "rename", old_path="/memories/a", new_path="/memories/b")
    (root / "empty").mkdir()
    done(memory, "rename", old_path="/memories/empty", new_path="/memories" + "/c" * MOST_LEVELS)


@pytest.mark.parametrize("limits", [{"most_bytes_per_file": 0}, {"most_files": -1}])
def test_limits_are_one_or_more(root, limits):
    with pytest.raises(ValueError, match="limits are 1 or more, not "):
        MemoryFolder(root, **limits)


# What goes wrong on a disk


def next_descriptor():
    descriptor = os.open(os.devnull, os.O_RDONLY)
    os.close(descriptor)
    return descriptor


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_stays_open(links, root, command):
    (root / "a" / "b").mkdir(parents=True)
    before = next_descriptor()
    for path in ("/memories", "/memories/a/b/c.md", "/memories/a/b", "/memories/folder/a.md", "/memories/no/a.md"):
        use(links, command, **inputs(command, path))
    assert next_descriptor() == before


def test_a_binary_file_is_told(memory, root):
    (root / "photo").write_bytes(b"\x89PNG\xff")
    told = "Error: File /memories/photo is no text in UTF-8, and cannot be shown or edited"
    assert refused(memory, "view", path="/memories/photo") == told
    assert refused(memory, "insert", path="/memories/photo", insert_line=0, insert_text="x") == told
    assert (root / "photo").read_bytes() == b"\x89PNG\xff"


def test_half_a_character_is_told(memory, root):
    told = refused(memory, "create", path="/memories/a.md", file_text="\ud83d")
    assert told == "Error: the text for /memories/a.md holds half a character: write it anew"
    assert "old_str `?`" in refused(memory, "str_replace", path="/memories/notes.md", old_str="\ud83d", new_str="x")
    assert everything(root) == {"notes.md": NOTES.encode()}


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_a_full_or_closed_disk_leaves_the_old_file(memory, root, monkeypatch, step, number):
    def fails(*given, **more):
        raise OSError(number, os.strerror(number), str(root / "notes.md"))

    if step == "write":
        monkeypatch.setattr(os, "open", fails)
    else:
        monkeypatch.setattr(os, step, fails)
    sentence = f"Error: the memory could not be used: {os.strerror(number)}"
    assert refused(memory, "create", path="/memories/a.md", file_text="x") == sentence
    assert refused(memory, "insert", path="/memories/notes.md", insert_line=0, insert_text="x") == sentence
    monkeypatch.undo()
    assert everything(root) == {"notes.md": NOTES.encode()}, "and nothing is left over"


def test_an_error_without_a_sentence(memory, monkeypatch):
    def fails(*given, **more):
        raise OSError("secret")

    monkeypatch.setattr(os, "scandir", fails)
    assert refused(memory, "view", path="/memories") == "Error: the memory could not be used: the system refused it"


def test_a_memory_that_is_gone(memory, root):
    (root / "notes.md").unlink()
    root.rmdir()
    assert use(memory, "view", path="/memories")[1]
    assert use(memory, "create", path="/memories/a.md", file_text="x")[1]


KILLED = """
import os, sys
from turnkeeper.memory_tool import MemoryFolder
setattr(os, sys.argv[2], lambda *given, **more: os._exit(9))
MemoryFolder(sys.argv[1]).run({"id": "a", "input": {"command": "insert", "path": "/memories/notes.md", "insert_line": 0,
    "insert_text": "zero"}})
"""


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_program_that_is_killed_leaves_the_old_file(memory, root, step):
    killed = subprocess.run([sys.executable, "-c", KILLED, str(root), step], check=False)
    assert killed.returncode == 9
    assert (root / "notes.md").read_text() == NOTES
    assert done(memory, "view", path="/memories").split("\n")[2:] == ["14B\t/memories/notes.md"], "the rest is hidden"


def test_the_folder_is_made_and_kept(tmp_path):
    MemoryFolder(tmp_path / "a" / "b")
    assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) == 0o700
    (tmp_path / "link").symlink_to(tmp_path / "a" / "b")
    done(MemoryFolder(tmp_path / "link"), "create", path="/memories/a.md", file_text="x")
    assert (tmp_path / "a" / "b" / "a.md").read_text() == "x"
    done(MemoryFolder(str(tmp_path / "a" / "b")), "view", path="/memories/a.md")
    (tmp_path / "file").write_text("x")
    with pytest.raises(FileExistsError):
        MemoryFolder(tmp_path / "file")


# With the SDK

STEPS = [
    {"command": "view", "path": "/memories"},
    {"command": "create", "path": "/memories/guests.md", "file_text": "Noor likes tea.\n"},
    {"command": "view", "path": "/memories/../guests.md"},
    {"command": "view", "path": "/memories/guests.md"},
]


def remembering(request):
    """A script that takes the steps one by one, and then says what the last result was."""
    results = [block for message in request.messages for block in blocks(message) if block["type"] == "tool_result"]
    if len(results) == len(STEPS):
        return str(results[-1]["content"])
    return [{"type": "tool_use", "id": f"toolu_{len(results)}", "name": "memory", "input": STEPS[len(results)]}]


def test_a_conversation_with_the_memory_tool(memory, root):
    model = ScriptedModel(remembering)
    client = connect(model)
    history = [{"role": "user", "content": "Remember my tea."}]
    while True:
        reply = client.messages.create(model="claude-haiku-5-5", max_tokens=500, tools=[TOOL], messages=history)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            break
        history.append({"role": "user", "content": [memory.run(block) for block in reply.content]})
    assert reply.content[0].text.endswith("     1\tNoor likes tea.")
    assert [bool(message["content"][0].get("is_error")) for message in history[2::2]] == [False, False, True, False]
    assert check_history(history[:-1], tools=[TOOL]) == []
    assert (root / "guests.md").read_text() == "Noor likes tea.\n"


def test_the_tool_runner_of_the_sdk(memory, root):
    model = ScriptedModel(remembering)
    runner = connect(model).beta.messages.tool_runner(
        model="claude-haiku-5-5",
        max_tokens=500,
        tools=[MemoryRunnerTool(memory)],
        messages=[{"role": "user", "content": "Remember my tea."}],
    )
    assert runner.until_done().content[0].text.endswith("     1\tNoor likes tea.")
    assert model.requests[0].tools == (TOOL,)
    [refusal] = blocks(model.requests[3].messages[-1])  # on a thread, so that only what is new is sent
    assert refusal["is_error"]
    assert "is no path of this memory" in str(refusal["content"])
    assert (root / "guests.md").read_text() == "Noor likes tea.\n"


def test_the_sdk_is_not_imported_for_it():
    code = "import sys, turnkeeper.memory_tool, turnkeeper.memory; sys.exit('anthropic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
