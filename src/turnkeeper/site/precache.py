"""List the files of a site for its service worker, which keeps them on the reader's device, and name the version.

The version is a digest of all listed files as they were built. It stands in the name of the list, in sw.js and in the
pages' own code, so a page, the worker and the list know whether they belong together.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

SERVICE_WORKER = "sw.js"
RUNNER = "assets/turnkeeper"
LESSON = f"{RUNNER}/lesson.js"
# The notebooks are larger than the course. The other files no page fetches: Material's search in other languages,
# maps for debuggers, and what the service worker itself says instead.
_LEFT_OUT = (
    "lite/",
    "reference/",
    "assets/javascripts/lunr/",
    "sitemap.xml",
    f"{RUNNER}/sw.js",
    f"{RUNNER}/retired-sw.js",
)
# The formatter's machine code: few ask for it.
_WHEN_USED = (f"{RUNNER}/ruff_fmt",)
_VERSION = "@version@"


def list_for_service_worker(site: Path) -> str:
    """Write `precache-<version>.json` and sw.js, and the version into the pages' code.

    Args:
        site: The site, put together; its runner's folder holds the bundled service worker.

    Returns:
        The version.

    Raises:
        ValueError: The bundled code has no place for the version.
    """
    paths = {_name(path, site): path for path in sorted(site.rglob("*")) if path.is_file()}
    listed = {name: path for name, path in paths.items() if _is_listed(name)}
    built = [f"{name} {_digest(path)}" for name, path in listed.items()]
    version = hashlib.sha256("\n".join(built).encode()).hexdigest()[:16]
    worker = paths[f"{RUNNER}/{SERVICE_WORKER}"]
    for path in (worker, paths[LESSON]):
        _say_version(path, version)
    worker.rename(site / SERVICE_WORKER)
    groups: dict[str, dict[str, object]] = {"course": {}, "python": {}, "rest": {}}
    start = _start_of_python(site)
    for name, path in listed.items():
        of_course = not name.startswith(("pyodide/", *_WHEN_USED))
        group = "course" if of_course else "python" if name in start else "rest"
        groups[group][name] = {"sha256": _digest(path), "bytes": path.stat().st_size}
    content = json.dumps({"version": version, **groups}, separators=(",", ":"))
    (site / f"precache-{version}.json").write_text(content + "\n", encoding="utf-8")
    return version


def _name(path: Path, site: Path) -> str:
    return path.relative_to(site).as_posix()


def _is_listed(name: str) -> bool:
    return not name.startswith(_LEFT_OUT) and not name.endswith((".map", ".LEGAL.txt"))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _start_of_python(site: Path) -> set[str]:
    """What a start from the memory snapshot fetches, and the standard library; wheels are for rare imports.

    A file that is fetched packed is there as it is, too, for the notebooks and for the other way to start.
    """
    manifest = json.loads((site / "pyodide" / "manifest.json").read_text(encoding="utf-8"))
    fetched = {name for name in manifest["files"] if not name.endswith(".whl")} - manifest["packed"].keys()
    return {f"pyodide/{name}" for name in fetched | {"manifest.json", "pyodide-lock.json"}}


def _say_version(script: Path, version: str) -> None:
    text = script.read_text(encoding="utf-8")
    if _VERSION not in text:
        source = script.with_suffix(".ts").name
        raise ValueError(f"web/src/{source} has no place for the version of the site: write {_VERSION!r} in it.")
    script.write_text(text.replace(_VERSION, version), encoding="utf-8")
