"""The browser's wheels: the committed lock, how it is resolved, the project's own wheel, and late imports."""

import json
import os
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from turnkeeper.site import browser_wheels
from turnkeeper.site.project_wheel import slim
from turnkeeper.site.wheels import Wheel, closure, pyodide_lock, read_wheel

LOCK = browser_wheels.LOCK.read_text(encoding="utf-8")


def make_wheel(folder: Path, name: str, *requires: str, version: str = "1.0", module: str = "VALUE = 1\n") -> Path:
    path = folder / f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
    info = f"{name.replace('-', '_')}-{version}.dist-info"
    metadata = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {line}" for line in requires)]
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name.replace('-', '_')}/__init__.py", module)
        archive.writestr(f"{info}/METADATA", "\n".join(metadata) + "\n\nA long description.\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


def test_the_lock_names_hashes_and_no_address() -> None:
    pins = browser_wheels.read_lock()
    lines = [line for line in LOCK.splitlines() if not line.startswith("#")]
    assert len(lines) == 2 * len(pins)
    assert "://" not in LOCK
    assert not re.search(r"^\s*(-i|--index|--extra-index|--find-links)", LOCK, re.MULTILINE)


def test_the_lock_has_the_terminals_versions() -> None:
    terminal = browser_wheels.host_pins(browser_wheels.ROOT / "requirements.lock")
    both = {pin.name: pin.version for pin in browser_wheels.read_lock() if pin.name in terminal}
    assert {"anthropic", "pytest", "pydantic-core", "httpx2"} <= both.keys()
    assert both == {name: terminal[name] for name in both}


def test_a_lock_without_a_pin_says_how_to_make_one(tmp_path: Path) -> None:
    (tmp_path / "empty.lock").write_text("# nothing\n")
    with pytest.raises(ValueError, match=r"browser_wheels lock"):
        browser_wheels.read_lock(tmp_path / "empty.lock")


def test_the_built_lock_lists_the_pins_the_kernels_wheels_and_ours() -> None:
    built = browser_wheels.ROOT / "build/pyodide/pyodide-lock.json"
    if not built.is_file() and not os.environ.get("CI"):
        pytest.skip("the site is not built: turnkeeper build")
    packages = json.loads(built.read_text(encoding="utf-8"))["packages"]
    pins = {pin.name: pin.sha256 for pin in browser_wheels.read_lock()}
    assert {name: packages[name]["sha256"] for name in pins} == pins
    assert packages.keys() - pins.keys() == {*browser_wheels.KERNEL_WHEELS, "turnkeeper"}


def fetcher(folder: Path, fetched: list[str]) -> Callable[[str], Path]:
    def fetch(requirement: str) -> Path:
        fetched.append(requirement)
        name = re.split(r"[=<>!~]", requirement)[0]
        return next(folder.glob(f"{name.replace('-', '_')}-*.whl"))

    return fetch


def test_markers_are_read_as_in_the_browser(tmp_path: Path) -> None:
    make_wheel(
        tmp_path,
        "sdk",
        'for-page; sys_platform == "emscripten"',
        'for-host; sys_platform != "emscripten"',
        'for-old; python_version < "3.12"',
        'for-extra; extra == "cli"',
    )
    make_wheel(tmp_path, "for-page")
    fetched: list[str] = []
    wheels = browser_wheels.resolve(["sdk"], [], {"sdk": "1.0"}, fetcher(tmp_path, fetched))
    assert fetched == ["sdk==1.0", "for-page"]
    assert [wheel.name for wheel in wheels] == ["sdk", "for-page"]


def test_given_wheels_are_not_fetched_but_what_they_need_is(tmp_path: Path) -> None:
    given = read_wheel(make_wheel(tmp_path, "kernel", "helper>=1"))
    make_wheel(tmp_path, "helper")
    fetched: list[str] = []
    browser_wheels.resolve(["kernel"], [given], {}, fetcher(tmp_path, fetched))
    assert fetched == ["helper>=1"]


def test_a_choice_that_does_not_suit_a_later_need_is_refused(tmp_path: Path) -> None:
    make_wheel(tmp_path, "one")
    make_wheel(tmp_path, "two", "one>=2")
    with pytest.raises(ValueError, match=r"one>=2 is wanted, but one 1\.0 was chosen"):
        browser_wheels.resolve(["one", "two"], [], {}, fetcher(tmp_path, []))


def wheels_in(folder: Path) -> list[Wheel]:
    return [read_wheel(path) for path in sorted(folder.glob("*.whl"))]


def test_the_pyodide_lock_holds_these_wheels_and_no_other(tmp_path: Path) -> None:
    make_wheel(tmp_path, "a-b", "c")
    make_wheel(tmp_path, "c", 'host-only; sys_platform == "linux"')
    base = {"info": {"arch": "wasm32"}, "packages": {"numpy": {}}}
    lock = pyodide_lock(base, wheels_in(tmp_path))
    assert lock["info"] == base["info"]
    assert lock["packages"].keys() == {"a-b", "c"}
    assert lock["packages"]["a-b"]["imports"] == ["a_b"]
    assert lock["packages"]["a-b"]["depends"] == ["c"]
    assert closure(lock, ["a-b"]) == ["a-b", "c"]


def test_the_engine_brings_what_grades_in_a_notebook(tmp_path: Path) -> None:
    make_wheel(tmp_path, "turnkeeper", 'pytest>=9; extra == "grading"', 'mkdocs; extra == "site"')
    make_wheel(tmp_path, "pytest")
    lock = pyodide_lock({"info": {}}, wheels_in(tmp_path))
    assert lock["packages"]["turnkeeper"]["depends"] == ["pytest"]


def test_the_pyodide_lock_needs_every_wheel(tmp_path: Path) -> None:
    make_wheel(tmp_path, "a", "missing")
    with pytest.raises(ValueError, match=r"a needs missing.*browser_wheels lock"):
        pyodide_lock({"info": {}}, wheels_in(tmp_path))


def test_our_wheel_is_the_same_bytes_whatever_the_readme_and_the_site_are(tmp_path: Path) -> None:
    slimmed = []
    for number in (1, 2):
        built = make_wheel(tmp_path, "turnkeeper")
        with zipfile.ZipFile(built, "a") as archive:
            archive.writestr("turnkeeper/site/build.py", f"NUMBER = {number}\n")
            archive.writestr("turnkeeper/cells.py", "VALUE = 1\n")
        target = slim(built, tmp_path / f"{number}.whl")
        slimmed.append(target.read_bytes())
    with zipfile.ZipFile(target) as archive:
        names = archive.namelist()
        metadata = archive.read("turnkeeper-1.0.dist-info/METADATA").decode()
        record = archive.read("turnkeeper-1.0.dist-info/RECORD").decode()
    assert slimmed[0] == slimmed[1]
    assert "turnkeeper/cells.py" in names
    assert not [name for name in names if "/site/" in name]
    assert "long description" not in metadata
    assert {line.split(",")[0] for line in record.splitlines()} == set(names)
