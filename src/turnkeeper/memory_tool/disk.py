"""The real folder behind the memory: every step into it is taken without following links.

Where the system can (Linux, macOS, Pyodide), folders are opened one in the other by their descriptors, so that one that
is swapped for a link in between is not followed either. Elsewhere (Windows) each step is looked at before it is taken;
there, nobody else may be able to write to the folder.
"""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from turnkeeper.memory_tool.paths import MOST_LEVELS, Missing, Names, Refused, path_of

BY_DESCRIPTOR = (
    {os.open, os.stat, os.mkdir, os.unlink, os.rename} <= os.supports_dir_fd
    and os.scandir in os.supports_fd
    and hasattr(os, "O_NOFOLLOW")
)
"""Whether folders are opened by their descriptors."""

Kind = Literal["file", "folder", "other"]
"""What stands under a name. "other" is a link, whatever it leads to, a device or a pipe."""

_SAFE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_REPARSE_POINT = 0x400  # links and junctions of Windows (`FILE_ATTRIBUTE_REPARSE_POINT`)


class Entry(NamedTuple):
    """A file or folder below the root. The size is in bytes, 0 for a folder."""

    names: Names
    size: int


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that is open: by its descriptor, or by its path where `fd` is None."""

    path: Path
    fd: int | None

    def at(self, name: str) -> str | Path:
        """Return what to hand to a function of `os`, beside `dir_fd`, for something in this folder."""
        return self.path / name if self.fd is None else name

    def look(self, name: str) -> os.stat_result | None:
        """Return what the system knows of something in this folder, or None if it is not there."""
        try:
            return os.stat(self.at(name), dir_fd=self.fd, follow_symlinks=False)
        except FileNotFoundError:
            return None

    @contextmanager
    def inside(self, name: str) -> Iterator["Folder"]:
        """Open a folder in this one."""
        if self.fd is None:
            yield Folder(self.path / name, None)
            return
        with _closing(os.open(name, os.O_RDONLY | os.O_DIRECTORY | _SAFE, dir_fd=self.fd)) as fd:
            yield Folder(self.path / name, fd)

    def walk(self, names: Names = ()) -> Iterator[Entry]:
        """Yield the files and folders in this one by their names, each folder before what is in it.

        What has more names than a path can have is left out, as links are.

        Args:
            names: The names that lead to this folder.
        """
        if len(names) == MOST_LEVELS:
            return
        with os.scandir(self.path if self.fd is None else self.fd) as found:
            here = sorted(item.name for item in found)
        for name in here:
            info = self.look(name)
            kind = kind_of(info)
            if info and kind == "file":
                yield Entry((*names, name), info.st_size)
            if kind == "folder":
                yield Entry((*names, name), 0)
                with self.inside(name) as inner:
                    yield from inner.walk((*names, name))


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a folder that is open, and what stands there."""

    folder: Folder
    name: str
    kind: Kind | None

    def read(self, most: int) -> bytes | None:
        """Return what is in the file, or None if it holds more than so many bytes."""
        before = self.folder.look(self.name)
        with os.fdopen(os.open(self.folder.at(self.name), os.O_RDONLY | _SAFE, dir_fd=self.folder.fd), "rb") as file:
            if before is None or not os.path.samestat(before, os.fstat(file.fileno())):
                raise Refused("Error: the file was exchanged while it was opened")
            data = file.read(most + 1)
        return data if len(data) <= most else None

    def write(self, data: bytes) -> None:
        """Write a file whole or not at all: what is killed in between leaves the old file, or none."""
        temporary = self.folder.at(f".{os.urandom(8).hex()}.tmp")
        fd = self.folder.fd
        try:
            new = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _SAFE, 0o600, dir_fd=fd)
            with os.fdopen(new, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self.folder.at(self.name), src_dir_fd=fd, dst_dir_fd=fd)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary, dir_fd=fd)
            raise

    def remove(self) -> None:
        """Remove the file, or the folder with all that is in it; a link in it goes, not what it leads to."""
        if self.kind == "folder":
            shutil.rmtree(self.folder.at(self.name), dir_fd=self.folder.fd)
        else:
            os.unlink(self.folder.at(self.name), dir_fd=self.folder.fd)

    def move_to(self, new: "Spot") -> None:
        """Give the file or folder another place, where nothing stands."""
        old, fd = self.folder.at(self.name), self.folder.fd
        os.rename(old, new.folder.at(new.name), src_dir_fd=fd, dst_dir_fd=new.folder.fd)


class Disk:
    """The folder that is the memory.

    Args:
        root: The folder. It is made if it is not there; if it is a link, the folder it leads to is the memory.

    Raises:
        OSError: If it is no folder, or cannot be made.
    """

    def __init__(self, root: str | os.PathLike[str]) -> None:
        self._root = Path(root).resolve()
        self._root.mkdir(0o700, parents=True, exist_ok=True)

    @contextmanager
    def root(self) -> Iterator[Folder]:
        """Open the folder itself."""
        if not BY_DESCRIPTOR:
            yield Folder(self._root, None)
            return
        with _closing(os.open(self._root, os.O_RDONLY | os.O_DIRECTORY | _SAFE)) as fd:
            yield Folder(self._root, fd)

    @contextmanager
    def spot(self, names: Names, *, make: bool = False) -> Iterator[Spot]:
        """Open the folder that something stands in, or would.

        Args:
            names: The names; at least one.
            make: True to make the folders on the way that are not there.

        Raises:
            Missing: If a folder on the way is not there.
            Refused: If a link or something else that is no file stands on the way or at its end.
        """
        *way, last = names
        with ExitStack() as opened:
            folder = opened.enter_context(self.root())
            for level, name in enumerate(way, 1):
                kind = _no_link(folder, names[:level])
                if kind is None and make:
                    os.mkdir(folder.at(name), 0o700, dir_fd=folder.fd)
                elif kind != "folder":
                    raise Missing
                folder = opened.enter_context(folder.inside(name))
            yield Spot(folder, last, _no_link(folder, names))

    def kind(self, names: Names) -> Kind | None:
        """Return what stands under these names, or None.

        Raises:
            Refused: As `spot` does.
        """
        try:
            with self.spot(names) as spot:
                return spot.kind
        except Missing:
            return None


def kind_of(info: os.stat_result | None) -> Kind | None:
    """Return what the system's answer says it is; None for nothing there."""
    if info is None:
        return None
    if getattr(info, "st_file_attributes", 0) & _REPARSE_POINT:
        return "other"
    return "file" if stat.S_ISREG(info.st_mode) else "folder" if stat.S_ISDIR(info.st_mode) else "other"


def _no_link(folder: Folder, names: Names) -> Kind | None:
    kind = kind_of(folder.look(names[-1]))
    if kind == "other":
        raise Refused(f"Error: {path_of(names)} is a link or a device: this memory has files and folders only")
    return kind


@contextmanager
def _closing(fd: int) -> Iterator[int]:
    try:
        yield fd
    finally:
        os.close(fd)
