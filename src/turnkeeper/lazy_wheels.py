"""Import, in the page, what the memory snapshot does not hold.

A restored snapshot has its modules but no package file: the file system is empty, and so is the archive of the
standard library. These finders come last. When every other one has failed, they bring the archive or the wheel that
holds the module, and let the usual finder look again.
"""

from __future__ import annotations

import importlib
import io
import sys
import zipfile
import zipimport
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

SITE_PACKAGES = "/lib/python3.14/site-packages"
ARCHIVE = "/lib/python314.zip"


class LazyLibrary(MetaPathFinder):
    """Finds modules of the standard library once its archive is here, and brings it when one is first asked for.

    Args:
        file_name: What to fetch.
        fetch: Brings a file's bytes by its name; raises OSError when it cannot.
        archive: Where the archive must stand; it is on `sys.path`.
    """

    def __init__(self, file_name: str, fetch: Callable[[str], bytes], archive: str) -> None:
        self._file_name = file_name
        self._fetch = fetch
        self._archive = archive
        self._is_here = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module by fetching the archive, once.

        Raises:
            ImportError: It could not be fetched; the next import tries again.
        """
        if self._is_here or fullname.partition(".")[0] not in sys.stdlib_module_names:
            return None
        content = _brought(self._fetch, self._file_name, fullname)
        Path(self._archive).write_bytes(content)
        self._is_here = True
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)


class LazyWheels(MetaPathFinder):
    """Finds modules in wheels that are fetched when they are first asked for.

    Args:
        wheels: Wheel file name by top-level import name.
        fetch: Brings a wheel's bytes by its file name; raises OSError when it cannot.
        folder: Where wheels are unpacked; it must be on `sys.path`.
    """

    def __init__(self, wheels: Mapping[str, str], fetch: Callable[[str], bytes], folder: str) -> None:
        self._wheels = dict(wheels)
        self._fetch = fetch
        self._folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module by fetching its wheel, once per wheel.

        Raises:
            ImportError: The wheel could not be fetched; the next import tries again.
        """
        file_name = self._wheels.get(fullname.partition(".")[0])
        if file_name is None:
            return None
        content = _brought(self._fetch, file_name, fullname)
        self._wheels = {name: wheel for name, wheel in self._wheels.items() if wheel != file_name}
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            archive.extractall(self._folder)
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)


def _brought(fetch: Callable[[str], bytes], file_name: str, fullname: str) -> bytes:
    try:
        return fetch(file_name)
    except OSError as problem:
        raise ImportError(
            f"{fullname} is in {file_name}, which could not be fetched ({problem}). "
            "Check the connection, then run this again.",
            name=fullname,
        ) from problem


def fetch_with(bring: Callable[[str], Any]) -> Callable[[str], bytes]:
    """A `fetch` for a worker: synchronous, because `import` is.

    Args:
        bring: JavaScript's part: answers a file name with the file's bytes, or with a text that says why not.
    """

    def fetch(file_name: str) -> bytes:
        content = bring(file_name)
        if isinstance(content, str):
            raise OSError(content)
        found: bytes = content.to_bytes()
        return found

    return fetch


def install(wheels: Mapping[str, str], bring: Callable[[str], Any], library: str | None) -> None:
    """Add the finders, last of all.

    Args:
        wheels: Wheel file name by top-level import name, for every wheel that is not unpacked.
        bring: Answers a file name with the file's bytes, or with a text that says why not.
        library: File name of the standard library's archive; None when it is here already.
    """
    fetch = fetch_with(bring)
    if library is not None:
        zipimport.zipimporter(ARCHIVE).invalidate_caches()  # the snapshot remembers what was in it
        sys.meta_path.append(LazyLibrary(library, fetch, ARCHIVE))
    sys.meta_path.append(LazyWheels(wheels, fetch, SITE_PACKAGES))
