"""The seals of the graders: their hashes, so that a changed grader is told apart from the course's own."""

import hashlib
from pathlib import Path
from typing import NamedTuple

from turnkeeper.grading.stubs import Kept, keep_stubs

SEALS = "graders.sha256"


def digest(grader: Path) -> str:
    """Return a grader's SHA-256, the same whatever the line ends of the checkout are."""
    return hashlib.sha256(grader.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def read_seals(folder: Path) -> dict[str, str]:
    """Return the hash of each sealed grader by file name; the format is that of `sha256sum`."""
    path = folder / SEALS
    if not path.is_file():
        return {}
    lines = (line.split(maxsplit=1) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return {name.strip(): sha for sha, name in lines}


def is_sealed(grader: Path) -> bool:
    """Return whether a grader is as the course made it."""
    return read_seals(grader.parent).get(grader.name) == digest(grader)


class Sealed(NamedTuple):
    """The file of seals, and what became of the stubs."""

    seals: Path
    stubs: Kept


def write_seals(folder: Path) -> Sealed:
    """Seal every grader in a folder, and keep a copy of every stub in `stubs/`; see `keep_stubs`."""
    path = folder / SEALS
    graders = sorted(folder.glob("test_*.py"))
    path.write_text("".join(f"{digest(grader)}  {grader.name}\n" for grader in graders), encoding="utf-8")
    return Sealed(path, keep_stubs(folder))
