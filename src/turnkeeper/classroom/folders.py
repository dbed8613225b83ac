"""The folder that an answer may write to: how much is in it, and how it is removed."""

import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path


def holds_more(folder: Path, *, size: int, files: int) -> bool:
    """Return whether a folder holds more than it may.

    Args:
        folder: The folder. What is in it may change meanwhile.
        size: How much room all of it may take on the disk, in bytes.
        files: How many files and folders there may be.
    """
    taken = count = 0
    for at, folders, names in os.walk(folder):
        for name in (*folders, *names):
            count += 1
            with suppress(OSError):
                taken += Path(at, name).lstat().st_blocks * 512  # bytes a block, stat(2)
            if taken > size or count > files:
                return True
    return False


def remove(folder: Path) -> None:
    """Remove a folder in which an answer could do as it liked."""
    shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        for path, names, _ in os.walk(folder):
            for inner in (Path(path, name) for name in names):
                with suppress(OSError):
                    if not inner.is_symlink():
                        inner.chmod(stat.S_IRWXU)
        shutil.rmtree(folder, ignore_errors=True)
