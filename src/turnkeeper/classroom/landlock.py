"""Linux's Landlock: a process gives up rights for good, and so does everything it starts.

It needs no root and no library. System call numbers and structures: the kernel's documentation, "Landlock: unprivileged
access control" (userspace-api/landlock) and include/uapi/linux/landlock.h, read 2026-11-30. The bindings on PyPI are
pre-releases or younger than a year (landlock 1.0.0.dev5, py-landlock 0.1.1, landlockpy 0.2.0), so these few calls are
made here.
"""

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_WHICH_VERSION = 1
_PATH_BENEATH = 1
_NO_NEW_PRIVS = 38
_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_TRUNCATE = 1 << 14
_MAKE_CHAR, _MAKE_BLOCK = 1 << 6, 1 << 11
_EXECUTE = 1 << 0
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many rights to files each version knows; later ones: 16
_TCP, _SOCKETS_AND_SIGNALS = 0b11, 0b11


def version() -> int:
    """Return the version of Landlock that this system has; 0 for none."""
    if sys.platform != "linux":
        return 0
    return max(_syscall(_CREATE, None, ctypes.c_size_t(0), _WHICH_VERSION), 0)


def restrict(read: Iterable[Path], write: Iterable[Path]) -> int:
    """Give up every right to files but these, to start programs, to TCP, and to signal other processes.

    Args:
        read: Files and folders that may be read, with all that is in them.
        write: Files and folders that may be read and written.

    Returns:
        The version of Landlock that holds from now on; 0 when the system has none, and nothing was given up. Before
        version 4 TCP stays open, before version 6 signals do.
    """
    known = version()
    if not known:
        return 0
    rights = (1 << _RIGHTS.get(known, 16)) - 1
    fields = [rights, _TCP, _SOCKETS_AND_SIGNALS][: 1 if known < 4 else 2 if known < 6 else 3]
    attributes = struct.pack(f"{len(fields)}Q", *fields)
    ruleset = _syscall(_CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        return 0
    try:
        for path in read:
            _allow(ruleset, path, _READ_FILE | _READ_DIR)
        for path in write:
            _allow(ruleset, path, rights & ~(_EXECUTE | _MAKE_CHAR | _MAKE_BLOCK))
        prctl(_NO_NEW_PRIVS, 1)
        return known if _syscall(_RESTRICT, ruleset, 0) == 0 else 0
    finally:
        os.close(ruleset)


def prctl(option: int, value: int) -> None:
    """Set one of the options of this process that Linux has."""
    if sys.platform == "linux":
        _libc().prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))


def _allow(ruleset: int, path: Path, rights: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)  # type: ignore[attr-defined, unused-ignore]
    except OSError:
        return  # what is not there needs no right
    try:
        allowed = rights if path.is_dir() else rights & _OF_A_FILE
        _syscall(_ADD_RULE, ruleset, _PATH_BENEATH, struct.pack("=Qi", allowed, opened), 0)
    finally:
        os.close(opened)


def _syscall(number: int, *arguments: object) -> int:
    return int(_libc().syscall(ctypes.c_long(number), *arguments))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
