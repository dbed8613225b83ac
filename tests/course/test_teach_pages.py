"""The pages for instructors: each command with its output is run, and says what the page says."""

import re
import shlex

import pytest
from bank import ROOT
from example_class import make_example

from turnkeeper import cli
from turnkeeper.cli.parser import parser
from turnkeeper.grading.lesson_text import find_fences

PAGES = sorted((ROOT / "docs/teach").glob("*.md"))
SHOWN = [
    (path.stem, fence.body)
    for path in PAGES
    for fence in find_fences(path.read_text(encoding="utf-8"))
    if fence.language == "console"
]


@pytest.mark.parametrize(("page", "text"), SHOWN, ids=[page for page, _ in SHOWN])
def test_a_command_prints_what_the_page_says(tmp_path, monkeypatch, capsys, page, text):
    make_example(tmp_path / "submissions")
    for name in ("exercises", "lessons", "requirements.lock", "LICENSE"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    command, _, output = text.partition("\n")
    assert command.startswith("$ turnkeeper ")
    assert cli.main(shlex.split(command)[2:]) == 0
    assert capsys.readouterr().out.splitlines() == output.splitlines()


def test_each_page_shows_a_command():
    assert {page for page, _ in SHOWN} == {path.stem for path in PAGES} - {"index"}


def test_each_option_of_a_page_is_there(capsys):
    for path in PAGES:
        for line in re.findall(r"^turnkeeper (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            parser().parse_args(shlex.split(line))
    with pytest.raises(SystemExit):
        parser().parse_args(["grade", "--help"])
    options = set(re.findall(r"--\w+", capsys.readouterr().out)) - {"--help"}
    assert options == set(re.findall(r"^\| `(--\w+)", (ROOT / "docs/teach/grading.md").read_text(), re.MULTILINE))
