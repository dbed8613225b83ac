"""The build's steps: what runs again is decided by content, and a failure says what failed."""

import io
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from turnkeeper.site.steps import Step, StepError, alone, files, run, run_steps

Build = Callable[[], tuple[int, str]]


@pytest.fixture
def upper(tmp_path: Path) -> Build:
    """Two steps: one writes the first line of `source` in capitals, the other counts its letters."""
    (tmp_path / "source").write_text("one\nignored\n")

    def capitals() -> None:
        (tmp_path / "capitals").mkdir(exist_ok=True)
        line = (tmp_path / "source").read_text().splitlines()[0]
        if line == "broken":
            (tmp_path / "capitals/out").write_text("half")
            raise StepError("capitals cannot write that; write something else")
        (tmp_path / "capitals/out").write_text(line.upper())

    def count() -> None:
        (tmp_path / "count").mkdir(exist_ok=True)
        (tmp_path / "count/out").write_text(str(len((tmp_path / "capitals/out").read_text())))

    first = Step("capitals", "Writing capitals", capitals, (tmp_path / "source",), tmp_path / "capitals")
    second = Step("count", "Counting", count, (), tmp_path / "count", after=(first,))

    def build() -> tuple[int, str]:
        shown = io.StringIO()
        try:
            return run_steps([first, second], tmp_path / "state", shown), shown.getvalue()
        except StepError:
            return -1, shown.getvalue()

    return build


def test_the_first_build_runs_every_step_and_tells_it(upper: Build) -> None:
    ran, shown = upper()
    assert ran == 2
    assert shown.splitlines()[0] == "[1/2] Writing capitals"
    assert shown.splitlines()[1].endswith(" s")


def test_nothing_runs_when_nothing_has_changed(upper: Build) -> None:
    upper()
    assert upper() == (0, "")


def test_a_new_date_alone_is_no_change(upper: Build, tmp_path: Path) -> None:
    upper()
    os.utime(tmp_path / "source", (1, 1))
    assert upper()[0] == 0


def test_new_content_runs_the_step_and_what_depends_on_it(upper: Build, tmp_path: Path) -> None:
    upper()
    (tmp_path / "source").write_text("three\n")
    assert upper()[0] == 2
    assert (tmp_path / "count/out").read_text() == "5"


def test_the_same_output_costs_no_further_step(upper: Build, tmp_path: Path) -> None:
    upper()
    (tmp_path / "source").write_text("one\nchanged, but ignored\n")
    ran, shown = upper()
    assert ran == 1
    assert "Counting" not in shown


def test_a_lost_output_is_made_again(upper: Build, tmp_path: Path) -> None:
    upper()
    (tmp_path / "capitals/out").unlink()
    assert upper()[0] == 1
    assert (tmp_path / "capitals/out").read_text() == "ONE"


def test_a_failure_says_which_step_and_why_and_stops(upper: Build, tmp_path: Path) -> None:
    upper()
    (tmp_path / "source").write_text("broken\n")
    ran, shown = upper()
    assert ran == -1
    assert "Failed: [1/2] Writing capitals" in shown
    assert "capitals cannot write that; write something else" in shown
    assert "Traceback" not in shown
    assert "Counting" not in shown


def test_a_step_that_failed_runs_again_even_with_its_old_input(upper: Build, tmp_path: Path) -> None:
    upper()
    (tmp_path / "source").write_text("broken\n")
    upper()
    (tmp_path / "source").write_text("one\nignored\n")
    assert upper()[0] >= 1
    assert (tmp_path / "capitals/out").read_text() == "ONE"


def test_settings_are_part_of_what_decides(tmp_path: Path) -> None:
    def build(settings: str) -> int:
        def write() -> None:
            (tmp_path / "out").mkdir(exist_ok=True)
            (tmp_path / "out/file").write_text(settings)

        step = Step("write", "Writing", write, (), tmp_path / "out", settings=settings)
        return run_steps([step], tmp_path / "state", io.StringIO())

    assert [build("a"), build("a"), build("b")] == [1, 0, 1]


def test_a_failing_command_is_named_with_its_own_output(tmp_path: Path) -> None:
    with pytest.raises(StepError) as raised:
        run(sys.executable, "-c", "print('its own words'); raise SystemExit(3)", cwd=tmp_path)
    assert "its own words" in str(raised.value)
    assert "raise SystemExit(3)" in str(raised.value)
    assert "ended with 3" in str(raised.value)


def test_files_leaves_caches_and_hidden_files_out(tmp_path: Path) -> None:
    for name in ("a/b.py", "a/__pycache__/b.pyc", "a/.hidden", "left/c.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert files(tmp_path, "**/*", without=["left"]) == (tmp_path / "a/b.py",)


def test_a_second_build_waits_for_the_first(tmp_path: Path) -> None:
    script = (
        "import sys, pathlib; from turnkeeper.site.steps import alone\n"
        "with alone(pathlib.Path(sys.argv[1])): print('mine')"
    )
    with alone(tmp_path / "lock"):
        second = subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path / "lock")], stdout=subprocess.PIPE, text=True
        )
        assert second.stdout is not None
        assert second.stdout.readline() == "Another build is under way in this folder; waiting for it.\n"
        assert second.poll() is None
    assert second.communicate(timeout=30)[0] == "mine\n"


def simple(folder: Path, name: str, action: Callable[[], object], awaits: tuple[Step, ...] = ()) -> Step:
    """A step that reads a file of its name and does something before it writes another."""
    source, outputs = folder / f"{name}.txt", folder / name
    source.write_text(name)
    outputs.mkdir()

    def act() -> None:
        action()
        (outputs / "out").write_text(source.read_text())

    return Step(name, f"Doing {name}", act, (source,), outputs, awaits=awaits)


def test_two_steps_that_do_not_need_each_other_run_at_once(tmp_path: Path) -> None:
    meet = threading.Barrier(2, timeout=60)
    steps = [simple(tmp_path, name, meet.wait) for name in ("one", "two")]
    assert run_steps(steps, tmp_path / "state", io.StringIO()) == 2


def test_a_step_awaits_another_and_does_not_run_again_for_its_sake(tmp_path: Path) -> None:
    order: list[str] = []
    first = simple(tmp_path, "first", lambda: (time.sleep(0.2), order.append("first")))
    second = simple(tmp_path, "second", lambda: order.append("second"), awaits=(first,))
    assert run_steps([second, first], tmp_path / "state", io.StringIO()) == 2
    assert order == ["first", "second"]
    (tmp_path / "first.txt").write_text("changed")
    assert run_steps([second, first], tmp_path / "state", io.StringIO()) == 1
    assert order == ["first", "second", "first"]
