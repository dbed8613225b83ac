"""Read wheels: who they are, what they need in the browser, what can be imported from them."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PYTHON = "3.14"
PLATFORM = "pyemscripten_2026_0_wasm32"
# A notebook loads what its cells import by name, and `%load_ext` names nothing: the engine brings its graders' pytest.
EXTRAS = {"turnkeeper": ("grading",)}

# What `Requires-Dist` markers see in the page. pip would read them for the machine that builds the site.
BROWSER_MARKERS: dict[str, str] = {
    "implementation_name": "cpython",
    "implementation_version": "3.14.2",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "platform_python_implementation": "CPython",
    "platform_release": "",
    "platform_system": "Emscripten",
    "platform_version": "",
    "python_full_version": "3.14.2",
    "python_version": PYTHON,
    "sys_platform": "emscripten",
}


@dataclass(frozen=True)
class Wheel:
    """One wheel file.

    Attributes:
        path: Where the file is.
        name: Canonical name of the distribution.
        version: Its version.
        requires: Every `Requires-Dist` line, markers included.
        imports: Top-level names that `import` finds in it.
        extensions: Paths of its compiled modules, inside the archive.
    """

    path: Path
    name: str
    version: str
    requires: tuple[Requirement, ...]
    imports: tuple[str, ...]
    extensions: tuple[str, ...]

    @property
    def sha256(self) -> str:
        """The file's SHA-256, in hexadecimal."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()

    def needs(self, extras: Iterable[str] = ()) -> list[Requirement]:
        """The requirements that hold in the browser, for the given extras."""
        wanted = ["", *extras]
        return [
            requirement
            for requirement in self.requires
            if requirement.marker is None
            or any(requirement.marker.evaluate({**BROWSER_MARKERS, "extra": extra}) for extra in wanted)
        ]


def metadata_of(path: Path) -> Message:
    """Read the METADATA of a wheel.

    Args:
        path: A `.whl` file.

    Raises:
        ValueError: The archive holds none.
    """
    with zipfile.ZipFile(path) as archive:
        name = next((name for name in archive.namelist() if name.endswith(".dist-info/METADATA")), None)
        if name is None:
            raise ValueError(f"{path.name} is no wheel: it holds no .dist-info/METADATA. Download it again.")
        return Parser().parsestr(archive.read(name).decode())


def read_wheel(path: Path) -> Wheel:
    """Read a wheel's metadata and contents list.

    Args:
        path: A `.whl` file.

    Raises:
        ValueError: The archive holds no METADATA.
    """
    metadata = metadata_of(path)
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    return Wheel(
        path=path,
        name=canonicalize_name(metadata["Name"]),
        version=metadata["Version"],
        requires=tuple(Requirement(line) for line in metadata.get_all("Requires-Dist") or ()),
        imports=tuple(sorted(_top_level_names(names))),
        extensions=tuple(sorted(name for name in names if name.endswith(".so"))),
    )


def _top_level_names(names: Iterable[str]) -> set[str]:
    """The names that `import` can start with, from an archive's list of files."""
    found = set()
    for name in names:
        top, _, rest = name.partition("/")
        module = top.split(".")[0]
        if name.endswith((".py", ".so")) and module.isidentifier() and ("." not in top or not rest):
            found.add(module)
    return found


def pyodide_lock(base: dict[str, Any], wheels: Iterable[Wheel]) -> dict[str, Any]:
    """Make a `pyodide-lock.json` whose packages are exactly the given wheels.

    Args:
        base: The lock that comes with the `pyodide` package; only its `info` is kept.
        wheels: Wheels that lie in the same folder as the lock will.

    Raises:
        ValueError: A wheel needs one that is not among them.
    """
    wheels = sorted(wheels, key=lambda wheel: wheel.name)
    names = {wheel.name for wheel in wheels}
    packages = {}
    for wheel in wheels:
        depends = sorted({canonicalize_name(need.name) for need in wheel.needs(EXTRAS.get(wheel.name, ()))})
        missing = [name for name in depends if name not in names]
        if missing:
            raise ValueError(
                f"{wheel.name} needs {', '.join(missing)}, which browser-wheels.lock does not hold. "
                "Run `python -m turnkeeper.site.browser_wheels lock`."
            )
        packages[wheel.name] = {
            "name": wheel.name,
            "version": wheel.version,
            "file_name": wheel.path.name,
            "install_dir": "site",
            "package_type": "package",
            "sha256": wheel.sha256,
            "imports": list(wheel.imports),
            "unvendored_tests": False,
            "depends": depends,
        }
    return {"info": base["info"], "packages": packages}


def closure(lock: dict[str, Any], roots: Iterable[str]) -> list[str]:
    """The given packages of a Pyodide lock and all that they need, sorted by name."""
    found: set[str] = set()
    todo = list(roots)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += lock["packages"][name]["depends"]
    return sorted(found)
