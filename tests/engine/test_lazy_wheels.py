"""Imports of what the page's memory snapshot does not hold."""

import importlib
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from turnkeeper.lazy_wheels import LazyLibrary, LazyWheels, install


@pytest.fixture
def late(tmp_path: Path) -> Iterator[tuple[LazyWheels, list[str]]]:
    """A finder with one wheel, `tk_late`, and the list of what it fetched; the first fetch has no connection."""
    wheel = tmp_path / "tk_late-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tk_late/__init__.py", "from tk_late.part import VALUE\n")
        archive.writestr("tk_late/part.py", "VALUE = 7\n")
    fetched: list[str] = []

    def fetch(name: str) -> bytes:
        fetched.append(name)
        if len(fetched) == 1:
            raise OSError("no connection")
        return wheel.read_bytes()

    folder = tmp_path / "site-packages"
    folder.mkdir()
    finder = LazyWheels({"tk_late": wheel.name, "tk_late_too": wheel.name}, fetch, str(folder))
    sys.path.append(str(folder))
    sys.meta_path.append(finder)
    yield finder, fetched
    sys.meta_path.remove(finder)
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.startswith("tk_late")]:
        del sys.modules[name]


def test_a_late_import_fetches_its_wheel_once(late: tuple[LazyWheels, list[str]]) -> None:
    with pytest.raises(ImportError, match=r"no connection.*Check the connection"):
        importlib.import_module("tk_late")
    assert importlib.import_module("tk_late").VALUE == 7
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("tk_late_too")
    assert late[1] == ["tk_late-1.0-py3-none-any.whl"] * 2


def test_other_names_are_left_to_python(late: tuple[LazyWheels, list[str]]) -> None:
    with pytest.raises(ModuleNotFoundError, match="No module named 'tk_unknown'"):
        importlib.import_module("tk_unknown")
    assert late[1] == []


def test_the_standard_library_is_fetched_when_a_module_of_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, whole = tmp_path / "standard.zip", tmp_path / "whole.zip"
    zipfile.ZipFile(archive, "w").close()
    with zipfile.ZipFile(whole, "w") as file:
        file.writestr("tk_standard/__init__.py", "from tk_standard.part import VALUE\n")
        file.writestr("tk_standard/part.py", "VALUE = 7\n")
    fetched: list[str] = []

    def fetch(name: str) -> bytes:
        fetched.append(name)
        if len(fetched) == 1:
            raise OSError("no connection")
        return whole.read_bytes()

    monkeypatch.setattr(sys, "stdlib_module_names", {"tk_standard", "tk_of_another_system"})
    monkeypatch.setattr(sys, "path", [*sys.path, str(archive)])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, LazyLibrary("library.zip", fetch, str(archive))])
    with pytest.raises(ModuleNotFoundError, match="No module named 'tk_unknown'"):
        importlib.import_module("tk_unknown")
    assert fetched == []
    with pytest.raises(ImportError, match=r"no connection.*Check the connection"):
        importlib.import_module("tk_standard")
    assert importlib.import_module("tk_standard").VALUE == 7
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("tk_of_another_system")
    assert fetched == ["library.zip"] * 2
    for name in ("tk_standard", "tk_standard.part"):
        monkeypatch.delitem(sys.modules, name)


class Bytes:
    """What JavaScript hands over."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def to_bytes(self) -> bytes:
        return self._content


@pytest.mark.parametrize("library", ["library.zip", None])
def test_the_finders_come_last_and_ask_the_page(
    library: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = tmp_path / "tk_asked.whl"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("tk_asked.py", "VALUE = 7\n")
    before = list(sys.meta_path)
    monkeypatch.setattr(sys, "meta_path", list(before))
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr("turnkeeper.lazy_wheels.SITE_PACKAGES", str(tmp_path))
    monkeypatch.setattr("zipimport.zipimporter", lambda path: type("Z", (), {"invalidate_caches": lambda self: None})())
    answers = {"tk_asked.whl": Bytes(wheel.read_bytes()), "tk_lost.whl": "status 404"}
    install({"tk_asked": "tk_asked.whl", "tk_lost": "tk_lost.whl"}, answers.__getitem__, library)
    added = sys.meta_path[len(before) :]
    assert [type(finder) for finder in added] == ([LazyLibrary] if library else []) + [LazyWheels]
    with pytest.raises(ImportError, match=r"tk_lost is in tk_lost\.whl, .*status 404"):
        importlib.import_module("tk_lost")
    assert importlib.import_module("tk_asked").VALUE == 7
    monkeypatch.delitem(sys.modules, "tk_asked")
