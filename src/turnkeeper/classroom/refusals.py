"""What no exercise asks of an answer: refused while it runs, by an audit hook, and told to whoever watches.

Python says before it opens a file, starts a process or makes a connection, and a hook can refuse it (PEP 578). A hook
cannot be taken away again. It is no wall: C code that says nothing passes it. The wall is `landlock`, where there is
one; the hook gives the deed its name.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_ALWAYS = {
    "ctypes.": "call C code",
    "gc.get_": "look through the memory of the grader",
    "os.exec": "start a program",
    "os.fork": "start a process",
    "os.forkpty": "start a process",
    "os.kill": "send a signal to a process",
    "os.killpg": "send a signal to a process",
    "os.posix_spawn": "start a program",
    "os.spawn": "start a program",
    "os.startfile": "start a program",
    "os.system": "start a program",
    "pty.spawn": "start a program",
    "resource.": "change its limits",
    "signal.pthread_kill": "send a signal to a thread",
    "socket.bind": "listen on the network",
    "socket.connect": "open a connection",
    "socket.get": "ask the network for a name",
    "socket.send": "send over the network",
    "sqlite3.enable_load_extension": "call C code",
    "sqlite3.load_extension": "call C code",
    "subprocess.Popen": "start a program",
}
_WRITTEN = {  # which of an event's arguments are paths, and which a folder's descriptor that goes with each
    "os.chflags": ((0, None),),
    "os.chmod": ((0, 2),),
    "os.chown": ((0, 3),),
    "os.link": ((0, 2), (1, 3)),
    "os.mkdir": ((0, 2),),
    "os.remove": ((0, 1),),
    "os.rename": ((0, 2), (1, 3)),
    "os.rmdir": ((0, 1),),
    "os.setxattr": ((0, None),),
    "os.removexattr": ((0, None),),
    "os.symlink": ((1, 2),),
    "os.truncate": ((0, None),),
    "os.utime": ((0, 3),),
}
_FORKS = "_posixsubprocess"
_READ = ("os.listdir", "os.scandir")
_HARMLESS = {
    "builtins.id", "code.__new__", "compile", "exec", "import", "marshal.loads", "object.__delattr__",
    "object.__getattr__", "object.__setattr__", "sqlite3.connect/handle", "sys._getframe", "time.sleep",
}  # fmt: skip


class Refused(PermissionError):
    """Something that no exercise asks for."""


class Refusals:
    """An audit hook that refuses what no exercise asks for.

    Args:
        read: Files and folders that may be read, with all that is in them.
        write: The folders that may be written to.
        tell: Called with each thing that was tried, in words that follow "It tried to".
    """

    def __init__(self, read: Sequence[Path], write: Sequence[Path], tell: Callable[[str], object]) -> None:
        self._write = tuple(os.path.realpath(path) for path in write)
        self._read = (*(os.path.realpath(path) for path in read), *self._write)
        self._tell = tell
        self._told: set[str] = set()

    def begin(self) -> None:
        """Refuse from now on, until the process ends."""
        sys.modules[_FORKS] = None  # type: ignore[assignment]  # it starts programs and says nothing
        setattr(subprocess, "_fork_exec", None)  # noqa: B010  (a private name, which types do not know)
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _HARMLESS and not (event == "import" and arguments[0] == _FORKS):
            return  # most events by far
        if event == "import":
            self._refuse("start a process (import)")
        elif event == "open":
            path, mode, flags = arguments
            writes = bool((flags or 0) & _WRITES) or any(letter in (mode or "") for letter in "wax+")
            self._path(path, None, writes)
        elif event in _WRITTEN:
            for place, folder in _WRITTEN[event]:
                self._path(arguments[place], None if folder is None else arguments[folder], True)
        elif event in _READ:
            self._path(arguments[0] or ".", None, False)
        elif event == "sqlite3.connect":
            self._path(str(arguments[0]).removeprefix("file:").partition("?")[0], None, True)
        else:
            for beginning, deed in _ALWAYS.items():
                if event.startswith(beginning):
                    self._refuse(f"{deed} ({event})")

    def _path(self, path: Any, folder: int | None, writes: bool) -> None:
        if isinstance(path, int) or path in ("", ":memory:", b""):
            return  # a file that is open already, or none at all
        name = os.fsdecode(path)
        if folder is not None and folder >= 0:
            name = os.path.join(_name_of(folder), name)  # noqa: PTH118  (paths are text here, and this is called often)
        real = os.path.realpath(name)
        if writes and real in _NOWHERE:
            return
        if not any(real == root or real.startswith(root + os.sep) for root in (self._write if writes else self._read)):
            self._refuse(f"{'write, move or delete' if writes else 'read'} {name!r}")

    def _refuse(self, deed: str) -> None:
        short = deed if len(deed) <= 200 else f"{deed[:199]}…"
        if short not in self._told and len(self._told) < 20:
            self._told.add(short)
            self._tell(short)
        raise Refused(f"no exercise needs to {short}, and it is refused here")


_NOWHERE = {os.devnull}


def _name_of(folder: int) -> str:
    """Return the path of an open folder; where the system does not tell, one that nobody may write to."""
    try:
        return os.readlink(f"/proc/self/fd/{folder}")  # noqa: PTH115
    except OSError:
        return os.sep
