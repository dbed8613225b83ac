"""Check a built site: nothing from another host, no solution in it, all that its pages ask for."""

from __future__ import annotations

import ast
import html
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from turnkeeper.site.content_policy import policy_problems

# Where the solutions stand that pages fetch when they are asked for one, and nowhere else.
SHOWN = "course/solutions"
# A line of so many signs, white space and quotes not counted, is nobody's by chance.
_TELLING = 14
PYODIDE_URL = "./../pyodide/pyodide.mjs"
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"

_ELSEWHERE = re.compile(r"^\s*(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
_CSS_URL = re.compile(r"""(?:url\(\s*|@import\s+)["']?((?:https?:)?//[^"')\s]+)""", re.IGNORECASE)
# Attributes whose address a browser fetches without being asked.
_FETCHED = {
    "audio": ("src",),
    "embed": ("src",),
    "iframe": ("src",),
    "img": ("src", "srcset"),
    "image": ("href", "xlink:href"),
    "input": ("src",),
    "object": ("data",),
    "script": ("src",),
    "source": ("src", "srcset"),
    "track": ("src",),
    "use": ("href", "xlink:href"),
    "video": ("src", "poster"),
}
# A link of these kinds only names an address.
_NAMING_LINKS = {"alternate", "author", "canonical", "help", "license", "me", "next", "prev", "search"}
# JupyterLite's own files; what it may ask is set in its configuration, which is checked apart.
_NOT_OURS = ("lite/", "pyodide/")
_NEEDED = (
    "index.html",
    "assets/turnkeeper/lesson.js",
    "assets/turnkeeper/lesson.css",
    "assets/turnkeeper/worker.js",
    "course/index.json",
    "course/map.json",
    "lite/notebooks/index.html",
    "pyodide/manifest.json",
    "pyodide/pyodide-lock.json",
    "reference/index.html",
)


class _Page(HTMLParser):
    """Collects the addresses that a page fetches, and its text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.fetched: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        names = _FETCHED.get(tag, ())
        if tag == "link" and not set(found.get("rel", "").lower().split()) <= _NAMING_LINKS:
            names = ("href",)
        for name in names:
            if name in found:
                self.fetched += [part.split()[0] for part in found[name].split(",") if part.strip()]
        self.fetched += _CSS_URL.findall(found.get("style", ""))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def check_site(site: Path, root: Path) -> list[str]:
    """Look for what must not be, and for what must.

    Args:
        site: The built site.
        root: The repository, whose solutions must not be in it.

    Returns:
        One sentence per problem; empty when all is well.
    """
    return [
        *(f"{name} is missing." for name in _NEEDED if not (site / name).is_file()),
        *outside_addresses(site),
        *policy_problems(site),
        *kernel_problems(site / "lite" / "jupyter-lite.json"),
        *manifest_problems(site / "pyodide"),
        *solutions_in(site, root / "solutions"),
        *solution_lines_in_search(site / "search" / "search_index.json", root),
    ]


def outside_addresses(site: Path) -> Iterator[str]:
    """Scripts, styles, fonts, pictures and frames that our pages would fetch from another host."""
    pages = [path for path in sorted(site.rglob("*.html")) if _is_ours(path, site)]
    if not pages:
        yield "There is no page in which to look for addresses of other hosts."
    for path in pages:
        content = path.read_text(encoding="utf-8")
        page = _Page()
        page.feed(content)
        styles = " ".join(re.findall(r"<style[^>]*>(.*?)</style>", content, re.DOTALL | re.IGNORECASE))
        for address in (*page.fetched, *_CSS_URL.findall(styles)):
            if _ELSEWHERE.match(address):
                yield f"{path.relative_to(site)} fetches {address} from another host."
    for path in sorted(site.rglob("*.css")):
        if _is_ours(path, site):
            for address in _CSS_URL.findall(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(site)} fetches {address} from another host."


def _is_ours(path: Path, site: Path) -> bool:
    return not path.relative_to(site).as_posix().startswith(_NOT_OURS)


def kernel_problems(config: Path) -> Iterator[str]:
    """Whether JupyterLite's kernel takes Python from our own folder; its default is a CDN."""
    try:
        data = json.loads(config.read_text(encoding="utf-8"))["jupyter-config-data"]
        settings = data["litePluginSettings"][KERNEL]
    except (OSError, ValueError, KeyError) as problem:
        yield f"lite/jupyter-lite.json does not set up the kernel ({problem!r})."
        return
    if settings.get("pyodideUrl") != PYODIDE_URL:
        yield f"lite/jupyter-lite.json takes Python from {settings.get('pyodideUrl')!r}, not {PYODIDE_URL!r}."
    if settings.get("disablePyPIFallback") is not True:
        yield "lite/jupyter-lite.json lets the kernel ask a package registry: set disablePyPIFallback."


def manifest_problems(pyodide: Path) -> Iterator[str]:
    """Whether every file that a boot fetches is there with its size, and every locked wheel too."""
    try:
        sizes = json.loads((pyodide / "manifest.json").read_text(encoding="utf-8"))["files"]
        packages = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    except (OSError, ValueError, KeyError) as problem:
        yield f"The Pyodide folder cannot be read ({problem!r})."
        return
    for name, stored in sizes.items():
        path = pyodide / name
        if not path.is_file() or path.stat().st_size != stored["bytes"]:
            yield f"pyodide/{name} is missing, or not the file that manifest.json names."
    locked = {package["file_name"] for package in packages.values()}
    for name in sorted(locked ^ {path.name for path in pyodide.glob("*.whl")}):
        yield f"pyodide/{name} is in the folder or in pyodide-lock.json, but not in both."


def solutions_in(site: Path, solutions: Path) -> Iterator[str]:
    """Text files of the site in which a solution's code stands, but for those that a page fetches when it is asked."""
    codes = {path.name: _squeeze(_code(path)) for path in sorted(solutions.glob("*.py"))}
    if not codes:
        yield f"There is no solution in {solutions.name}/ to look for in the site."
    for name in codes:
        if not (site / SHOWN / name).with_suffix(".json").is_file():
            yield f"{SHOWN}/{Path(name).stem}.json is missing, from which a page shows {solutions.name}/{name}."
    for path in sorted(site.rglob("*")):
        if path.parent == site / SHOWN:
            continue
        if path.suffix not in (".html", ".json", ".ipynb", ".js", ".py", ".txt", ".md"):
            continue
        if not _is_ours(path, site) and path.suffix != ".ipynb":
            continue
        text = _squeeze(_text_of(path))
        for name, code in codes.items():
            if code in text:
                yield f"{path.relative_to(site)} holds the solution {solutions.name}/{name}."


def solution_lines_in_search(index: Path, root: Path) -> Iterator[str]:
    """Lines of a solution that the search finds, although no page and no stub says them.

    Args:
        index: The search index.
        root: The repository: what docs/, lessons/ and exercises/stubs/ say themselves may be found.
    """
    try:
        entries = json.loads(index.read_text(encoding="utf-8"))["docs"]
    except (OSError, ValueError, KeyError) as problem:
        yield f"The search index cannot be read ({problem!r})."
        return
    found = _squeeze(html.unescape(re.sub(r"<[^>]+>", "", " ".join(entry["text"] for entry in entries))))
    if not found:
        yield "The search index holds no text."
    told = [*root.glob("docs/**/*.md"), *root.glob("lessons/*.md"), *root.glob("exercises/stubs/*.py")]
    known = _squeeze("\n".join(path.read_text(encoding="utf-8") for path in told))
    for path in sorted(root.glob("solutions/*.py")):
        for line in map(_squeeze, _code(path).splitlines()):
            if len(line) >= _TELLING and line in found and line not in known:
                yield f"The search finds a line of {path.relative_to(root).as_posix()}: {line}"


def _code(path: Path) -> str:
    """A solution without its docstring: from its first definition on."""
    source = path.read_text(encoding="utf-8")
    definitions = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]
    if not definitions:
        return source
    return "\n".join(source.splitlines()[definitions[0].lineno - 1 :])


def _text_of(path: Path) -> str:
    """What a reader of the file can see, with markup and JSON's escapes undone."""
    content = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        page = _Page()
        page.feed(content)
        return "".join(page.text)
    if path.suffix in (".json", ".ipynb"):
        return content.replace('\\n",', "").replace("\\n", "\n").replace('\\"', '"')
    return content


def _squeeze(text: str) -> str:
    """Without white space and quotes, which formats treat in their own ways."""
    return re.sub(r"[\s\"'\\]+", "", text)
