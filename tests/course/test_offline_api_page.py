"""The page about the offline API: its code runs and prints what it says, and its table holds every rule."""

import re

from bank import ROOT
from page_code import run_page

from turnkeeper.cli import SCRIPTS
from turnkeeper.site import rules_table
from turnkeeper.validity import RULES

PAGE = (ROOT / "docs/offline-api.md").read_text(encoding="utf-8")


def test_the_code_on_the_page_prints_what_it_says():
    names = run_page("docs/offline-api.md")
    names["test_the_whole_history_is_sent"](names["ScriptedModel"](["Which size do you need?", "Noted."]))


def test_the_page_has_a_place_for_the_rules_and_the_table_holds_each_of_them():
    assert PAGE.count(rules_table.PLACEHOLDER) == 1
    head, line, *rows = rules_table.table().splitlines()
    assert (head.count("|"), line.count("|")) == (4, 4)
    assert [re.search("<code>(.*?)</code>", row)[1].replace("<wbr>", "") for row in rows] == [rule.id for rule in RULES]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 4 for row in rows)
    for rule, row in zip(RULES, rows, strict=True):
        assert ("(not sure)" in row) != rule.sure
        assert ("Only under" in row) != ("claude" in rule.targets)
        assert all(f"]({address})" in row for source in rule.sources if "://" in (address := source.partition(", ")[0]))


def test_the_page_names_every_script_of_the_command():
    for name in SCRIPTS:
        assert f"`{name}" in PAGE or f"--script {name}" in PAGE
