"""Import, in the page, what the memory snapshot does not hold.

A restored snapshot has its modules but no package file: the file system is empty. This finder comes last.
When every other one has failed, it brings the wheel that holds the module, unpacks it, and lets the usual
finder look again.

`boot.ts` runs this file's text in the page, so it imports nothing of the project.
"""

from __future__ import annotations

import importlib
import io
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

SITE_PACKAGES = "/lib/python3.14/site-packages"


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
        try:
            content = self._fetch(file_name)
        except OSError as problem:
            raise ImportError(
                f"{fullname} is in {file_name}, which could not be fetched ({problem}). "
                "Check the connection, then run this again.",
                name=fullname,
            ) from problem
        self._wheels = {name: wheel for name, wheel in self._wheels.items() if wheel != file_name}
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            archive.extractall(self._folder)
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)


def fetch_from(base: str) -> Callable[[str], bytes]:
    """A `fetch` for a worker: synchronous, because `import` is.

    Args:
        base: Address of the folder of wheels, with its last slash.
    """

    def fetch(file_name: str) -> bytes:
        from js import XMLHttpRequest  # here, not above: a snapshot must hold no JavaScript object

        request = XMLHttpRequest.new()
        request.open("GET", base + file_name, False)
        request.responseType = "arraybuffer"
        try:
            request.send()
        except Exception as problem:
            raise OSError("no connection") from problem
        if request.status != 200:
            raise OSError(f"status {request.status}")
        content: bytes = request.response.to_bytes()
        return content

    return fetch


def install(wheels: Mapping[str, str], base: str) -> None:
    """Add the finder, last of all.

    Args:
        wheels: Wheel file name by top-level import name, for every wheel that is not unpacked.
        base: Address of the folder of wheels, with its last slash.
    """
    sys.meta_path.append(LazyWheels(wheels, fetch_from(base), SITE_PACKAGES))
