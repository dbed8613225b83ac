"""The project's own wheel for the browser: what the page imports, and nothing that changes without need.

The whole chain after it (lock, snapshot) is keyed by its bytes. So it leaves out this folder, which runs at
build time only, what instructors need, and the README that a wheel's metadata repeats: none of them should cost a new
snapshot.
"""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

_LEFT_OUT = ("turnkeeper/classroom/", "turnkeeper/site/")
# Archives of equal content must be equal bytes; zip's first date is the usual choice.
_DATE = (1980, 1, 1, 0, 0, 0)


def build_project_wheel(root: Path, folder: Path) -> Path:
    """Build the project's wheel with hatchling, without network, and slim it for the browser.

    Args:
        root: The repository.
        folder: Where the wheel goes; its name is pip's.

    Raises:
        subprocess.CalledProcessError: pip failed; its output is in the exception.
    """
    with tempfile.TemporaryDirectory() as scratch:
        command = [
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"),
            *("--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", scratch, str(root)),
        ]
        subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        (built,) = Path(scratch).glob("*.whl")
        folder.mkdir(parents=True, exist_ok=True)
        for stale in folder.glob("*.whl"):
            stale.unlink()
        return slim(built, folder / built.name)


def slim(source: Path, target: Path) -> Path:
    """Copy a wheel without build-time modules and without its long description, byte for byte reproducible.

    Args:
        source: A wheel.
        target: The new file.
    """
    with zipfile.ZipFile(source) as archive:
        files = {
            name: archive.read(name)
            for name in sorted(archive.namelist())
            if not name.startswith(_LEFT_OUT) and not name.endswith("/")
        }
    record = next(name for name in files if name.endswith(".dist-info/RECORD"))
    metadata = record.replace("RECORD", "METADATA")
    files[metadata] = files[metadata].partition(b"\n\n")[0] + b"\n"
    del files[record]
    files[record] = _record(files, record).encode()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED, compresslevel=9)
    return target


def _record(files: dict[str, bytes], record: str) -> str:
    """The RECORD of a wheel: each file with its hash and its size in bytes."""
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    return "".join(lines) + f"{record},,\n"
