"""The page about the engine: its code runs and prints what it says, and what it names is there to be imported."""

import importlib
import re

from bank import ROOT
from page_code import run_page

import turnkeeper

PAGE = (ROOT / "docs/engine.md").read_text(encoding="utf-8")


def test_the_code_on_the_page_prints_what_it_says():
    run_page("docs/engine.md")


def test_every_name_in_the_table_can_be_imported():
    rows = re.findall(r"^\| (?!You)[^|]+ \| ([^|]+) \|", PAGE, re.MULTILINE)
    names = [name for row in rows for name in re.findall(r"`([\w.]+)`", row)]
    assert len(names) > 15
    for name in names:
        if "." in name:
            importlib.import_module(name)
        else:
            assert name in turnkeeper.__all__


def test_every_function_that_shortens_a_history_is_on_the_page():
    from turnkeeper import trimming

    shown = set(trimming.__all__) - {"opening", "without_thinking"}
    assert all(f"`{name}`" in PAGE or f"{name}(" in PAGE for name in shown)
