"""What the site ships from others and under which licence, from the packages' own metadata."""

import json
import re
import tarfile
from collections.abc import Iterable, Iterator
from email.message import Message
from importlib import metadata
from pathlib import Path

import jupyterlite_core  # type: ignore[import-untyped]
import material  # type: ignore[import-untyped]
from packaging.utils import canonicalize_name

from turnkeeper.site.browser_wheels import read_lock
from turnkeeper.site.wheels import metadata_of

PLACEHOLDER = "<!-- licences -->"

# npm packages inside Material's script and styles, without metadata there. Licences as on their npm pages.
_IN_MATERIAL = {
    "clipboard": "MIT",
    "escape-html": "MIT",
    "focus-visible": "W3C-20150513",
    "lunr": "MIT",
    "material-design-color": "MIT",
    "rxjs": "Apache-2.0",
    "tslib": "0BSD",
}
# npm names these for Pyodide and Vega under Node, for their types and for their commands; no browser is sent them.
_NOT_SHIPPED = re.compile(
    "@types/.*|ws|vega-typings|tslib"  # and below these, what only the commands of vega-lite and of d3-dsv need
    "|yargs|yargs-parser|cliui|escalade|get-caller-file|y18n|string-width|strip-ansi|wrap-ansi|ansi-regex|ansi-styles"
    "|emoji-regex|get-east-asian-width|json-stringify-pretty-compact|commander|iconv-lite|rw|safer-buffer"
)


class LicenceError(ValueError):
    """A licence cannot be told; the message says of what, and how to mend it."""


Row = tuple[str, str, str]


def table(root: Path) -> str:
    """The tables of the licences page, as Markdown.

    Args:
        root: The repository, with web/package-lock.json, browser-wheels.lock and the wheels in build/wheels.

    Returns:
        A section with a table for each part of the site.

    Raises:
        LicenceError: Something shipped has no licence that can be read, or is not there yet.
    """
    npm = dict(_npm(root / "web" / "package-lock.json"))
    pyodide = npm.pop("pyodide")
    sections: list[tuple[str, Iterable[Row]]] = [
        (
            "Python in the page",
            [pyodide, ("CPython standard library, inside Pyodide", "3.14", "PSF-2.0"), *_wheels(root)],
        ),
        (
            "The pages",
            [
                _installed("mkdocs-material"),
                *_in_material(),
                ("Material Design Icons, the few that are drawn", "", "Apache-2.0"),
                *npm.values(),
            ],
        ),
        (
            "The notebook",
            [
                _installed("jupyterlite-core"),
                _installed("jupyterlite-pyodide-kernel"),
                _installed("jupyterlite-sphinx"),
            ],
        ),
        ("The Python reference", [_installed("sphinx"), _installed("alabaster"), _installed("pygments")]),
    ]
    tables = [f"## {title}\n\n{_markdown(rows)}" for title, rows in sections]
    inside = [f"**{licence}:** {names}." for licence, names in _in_jupyterlite()]
    return "\n\n".join([*tables, "## Inside JupyterLite", *inside])


def _markdown(rows: Iterable[Row]) -> str:
    lines = [("Package", "Version", "Licence"), ("---", "---", "---"), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _npm(lock: Path) -> Iterator[tuple[str, Row]]:
    for path, entry in json.loads(lock.read_text(encoding="utf-8"))["packages"].items():
        name = path.rpartition("node_modules/")[2]
        if not name or entry.get("dev") or _NOT_SHIPPED.fullmatch(name):
            continue
        if not entry.get("license"):
            raise LicenceError(f"web/package-lock.json names no licence for {name}: run npm install again.")
        yield name, (name, entry["version"], entry["license"])


def _wheels(root: Path) -> Iterator[Row]:
    heads = map(metadata_of, (root / "build" / "wheels").glob("*.whl"))
    found = {(canonicalize_name(head["Name"]), head["Version"]): head for head in heads}
    for pin in read_lock(root / "browser-wheels.lock"):
        head = found.get((canonicalize_name(pin.name), pin.version))
        if head is None:
            raise LicenceError(
                f"build/wheels lacks {pin.name} {pin.version}, so its licence cannot be read: "
                "run `turnkeeper build`, which fetches it."
            )
        yield pin.name, pin.version, _licence(head)


def _installed(name: str) -> Row:
    found = metadata.metadata(name)
    return name, found["Version"], _licence(found)


def _licence(head: Message | metadata.PackageMetadata) -> str:
    """The licence that a package's metadata names: newest field first; of a whole text, its title."""
    for field in ("License-Expression", "License"):
        value = (head.get_all(field) or [""])[0].strip().split("\n")[0]
        if value and value != "UNKNOWN":
            return value
    named = [line.rpartition(" :: ")[2] for line in head.get_all("Classifier") or [] if line.startswith("License")]
    if not named:
        raise LicenceError(
            f"{head['Name']} names no licence in its metadata: look it up, and decide if we may ship it."
        )
    return ", ".join(named)


def _in_material() -> Iterator[Row]:
    scripts = Path(material.__path__[0]) / "templates" / "assets"
    names: set[str] = set()
    for path in scripts.rglob("*.map"):
        for source in json.loads(path.read_text(encoding="utf-8"))["sources"]:
            names.update(re.findall(r"node_modules/((?:@[^/]+/)?[^/]+)", source))
    for name in sorted(names):
        if name not in _IN_MATERIAL:
            raise LicenceError(
                f"Material's script now holds {name}: look up its licence, "
                "and name it in src/turnkeeper/site/licences.py."
            )
        yield f"{name}, inside Material", "", _IN_MATERIAL[name]


def _in_jupyterlite() -> Iterator[tuple[str, str]]:
    """Licences of what JupyterLite's scripts hold, and the packages under each: there are hundreds."""
    packed = next(Path(jupyterlite_core.__path__[0]).glob("*.tgz"))
    with tarfile.open(packed) as archive:
        member = archive.extractfile("package/build/third-party-licenses.json")
        if member is None:
            raise LicenceError(f"{packed.name} holds no list of licences: read JupyterLite's release notes.")
        packages = json.load(member)["packages"]
    under: dict[str, list[str]] = {}
    for package in sorted(packages, key=lambda package: package["name"].lower()):
        if not package["licenseId"]:
            raise LicenceError(f"JupyterLite names no licence for its package {package['name']}: look it up.")
        under.setdefault(package["licenseId"], []).append(f"{package['name']} {package['versionInfo']}")
    for licence, names in sorted(under.items(), key=lambda item: -len(item[1])):
        yield licence, ", ".join(names)
