"""Cells: run, edit, stop, reload, reset."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from turnkeeper.site.serve import serving

from .conftest import Reader
from .reading import LESSON, Lesson


def test_the_first_cell_runs_and_an_edit_changes_its_output(lesson: Lesson) -> None:
    cell = lesson.cell(1)
    built = cell.output.inner_text()
    assert built.strip()
    cell.run()
    expect(cell.status).to_have_text("Done.")
    assert cell.output.inner_text() == built
    cell.try_out('print("It is", 6 * 7)')
    expect(cell.status).to_have_text("Done.")
    expect(cell.output).to_have_text("It is 42\n")
    assert cell.output.inner_text() != built
