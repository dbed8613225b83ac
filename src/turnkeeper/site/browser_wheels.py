"""The wheels that Python in the page is made of, pinned with hashes in `browser-wheels.lock`.

`python -m turnkeeper.site.browser_wheels lock` resolves them anew; the build only downloads what the lock
names. pip cannot resolve for the browser: it reads `Requires-Dist` markers for the machine it runs on, so it
would miss `httpx2-jsfetch` and bring `h11`. Hence the walk over the requirements here.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name, parse_wheel_filename

from turnkeeper.site.wheels import PLATFORM, PYTHON, Wheel, read_wheel

ROOT = Path(__file__).resolve().parents[3]
LOCK = ROOT / "browser-wheels.lock"

# The course's own needs, then what JupyterLite's kernel asks for by name when it starts.
ROOTS = ("anthropic", "pytest", "micropip", "comm", "jedi", "ipython")
# Made for this JupyterLite release, and shipped inside its lab extension rather than published.
KERNEL_WHEELS = ("ipykernel", "piplite", "pyodide-kernel")

_HEADER = """\
# Wheels that run in the browser (Pyodide, cp314, pyemscripten_2026_0_wasm32), one file and one hash each.
# Made by: python -m turnkeeper.site.browser_wheels lock
# Packages that requirements.lock names too have its version: the page and the terminal run the same code.
"""
_PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)==([^\s;\\]+)", re.MULTILINE)
_HASHED_PIN = re.compile(r"^([a-z0-9][a-z0-9-]*)==(\S+) \\\n    --hash=sha256:([0-9a-f]{64})$", re.MULTILINE)
_PIP_DOWNLOAD = (
    *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
    *("--no-deps", "--only-binary=:all:"),
    *("--python-version", PYTHON, "--implementation", "cp", "--platform", PLATFORM),
)


@dataclass(frozen=True)
class Pin:
    """One line of the lock: a distribution, its version and its wheel's SHA-256."""

    name: str
    version: str
    sha256: str


def read_lock(path: Path = LOCK) -> list[Pin]:
    """Read the committed lock.

    Raises:
        ValueError: The file holds no pin.
    """
    pins = [Pin(*found) for found in _HASHED_PIN.findall(path.read_text(encoding="utf-8"))]
    if not pins:
        raise ValueError(f"{path.name} names no wheel. Run `python -m turnkeeper.site.browser_wheels lock`.")
    return pins


def write_lock(wheels: Iterable[Wheel], path: Path = LOCK) -> None:
    """Write the lock in pip's hash format: no index line and no address, so that any mirror will do."""
    lines = [
        f"{wheel.name}=={wheel.version} \\\n    --hash=sha256:{wheel.sha256}\n"
        for wheel in sorted(wheels, key=lambda wheel: wheel.name)
    ]
    path.write_text(_HEADER + "".join(lines), encoding="utf-8")


def resolve(
    roots: Iterable[str], given: Iterable[Wheel], pins: dict[str, str], fetch: Callable[[str], Path]
) -> list[Wheel]:
    """Walk the requirements, breadth first, as they read in the browser.

    Args:
        roots: Names to start from.
        given: Wheels that are at hand; their needs are followed, they are not fetched.
        pins: Version to take, by canonical name, where it matters.
        fetch: Downloads the wheel of a requirement such as `anyio>=4` and returns its path.

    Returns:
        The fetched wheels, without the given ones.

    Raises:
        ValueError: A wheel that was chosen first does not suit a later requirement.
    """
    chosen = {wheel.name: wheel for wheel in given}
    fetched: list[Wheel] = []
    seen: set[str] = set()
    todo = [Requirement(root) for root in roots]
    todo += [need for wheel in chosen.values() for need in wheel.needs()]
    while todo:
        requirement = todo.pop(0)
        name = canonicalize_name(requirement.name)
        if name not in chosen:
            specifier = SpecifierSet(f"=={pins[name]}") if name in pins else requirement.specifier
            chosen[name] = read_wheel(fetch(f"{name}{specifier}"))
            fetched.append(chosen[name])
        wheel = chosen[name]
        if not requirement.specifier.contains(wheel.version, prereleases=True):
            raise ValueError(
                f"{requirement} is wanted, but {wheel.name} {wheel.version} was chosen. "
                "Pin a version that suits all in requirements.lock."
            )
        key = f"{name}[{','.join(sorted(requirement.extras))}]"
        if key not in seen:
            seen.add(key)
            todo += wheel.needs(requirement.extras)
    return fetched


def host_pins(path: Path) -> dict[str, str]:
    """Versions that `requirements.lock` fixes for the terminal, by canonical name."""
    return {canonicalize_name(name): version for name, version in _PIN.findall(path.read_text(encoding="utf-8"))}


def kernel_wheels() -> list[Path]:
    """The kernel's own wheels, from the installed jupyterlite-pyodide-kernel.

    Raises:
        FileNotFoundError: The lab extension is not installed or lacks one of them.
    """
    folder = Path(sysconfig.get_path("data"), "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension")
    found = {parse_wheel_filename(path.name)[0]: path for path in (folder / "static/pypi").glob("*.whl")}
    missing = [name for name in KERNEL_WHEELS if canonicalize_name(name) not in found]
    if missing:
        raise FileNotFoundError(
            f"jupyterlite-pyodide-kernel brings no wheel of {', '.join(missing)} in {folder}. "
            "Install what requirements.lock names."
        )
    return [found[canonicalize_name(name)] for name in KERNEL_WHEELS]


def download(folder: Path, lock: Path = LOCK) -> list[Path]:
    """Bring exactly the locked wheels into a folder; pip checks each hash.

    Args:
        folder: Emptied of other wheels first.
        lock: A file in pip's hash format.

    Raises:
        subprocess.CalledProcessError: pip failed; its output is in the exception.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = [*_PIP_DOWNLOAD, "--require-hashes", "--requirement", str(lock), "--dest", str(folder)]
    subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return sorted(folder.glob("*.whl"))


def make_lock() -> list[Wheel]:
    """Resolve the browser's wheels and write `browser-wheels.lock`."""
    with tempfile.TemporaryDirectory() as folder:

        def fetch(requirement: str) -> Path:
            print(f"  {requirement}", flush=True)
            before = set(Path(folder).iterdir())
            subprocess.run([*_PIP_DOWNLOAD, "--dest", folder, requirement], check=True)
            return (set(Path(folder).iterdir()) - before).pop()

        given = [read_wheel(path) for path in kernel_wheels()]
        wheels = resolve(ROOTS, given, host_pins(ROOT / "requirements.lock"), fetch)
        write_lock(wheels)
    return wheels


if __name__ == "__main__":
    if sys.argv[1:] != ["lock"]:
        raise SystemExit("Usage: python -m turnkeeper.site.browser_wheels lock")
    print(f"{len(make_lock())} wheels are named in {LOCK.name}.")
