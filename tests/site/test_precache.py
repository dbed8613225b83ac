"""The list of files that the service worker keeps, and the version that names it."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from turnkeeper.site.precache import list_for_service_worker

FILES = {
    "index.html": "<head></head>",
    "lessons/x/index.html": "<head></head>",
    "assets/turnkeeper/sw.js": 'const VERSION = "@version@";',
    "assets/turnkeeper/retired-sw.js": "",
    "assets/turnkeeper/lesson.js": 'version: "@version@"',
    "assets/turnkeeper/ruff_fmt_bg-1A2B.wasm": "wasm",
    "assets/javascripts/bundle.js.map": "{}",
    "pyodide/manifest.json": json.dumps(
        {"files": {"a.bin": {}, "a.wasm": {}, "a.whl": {}}, "packed": {"a.wasm": {"file": "a.bin"}}}
    ),
    "pyodide/a.bin": "packed",
    "pyodide/pyodide-lock.json": "{}",
    "pyodide/a.wasm": "wasm",
    "pyodide/a.whl": "wheel",
    "lite/index.html": "<head></head>",
    "sitemap.xml": "",
}


def build(site: Path, **changed: str) -> dict[str, Any]:
    for name, content in {**FILES, **changed}.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(content)
    version = list_for_service_worker(site)
    listed: dict[str, Any] = json.loads((site / f"precache-{version}.json").read_text())
    assert listed["version"] == version
    return listed


def test_the_list_has_what_the_course_needs_with_the_hashes_of_the_served_files(tmp_path: Path) -> None:
    listed = build(tmp_path)
    assert list(listed["course"]) == ["assets/turnkeeper/lesson.js", "index.html", "lessons/x/index.html"]
    assert list(listed["python"]) == ["pyodide/a.bin", "pyodide/manifest.json", "pyodide/pyodide-lock.json"]
    assert list(listed["rest"]) == ["assets/turnkeeper/ruff_fmt_bg-1A2B.wasm", "pyodide/a.wasm", "pyodide/a.whl"]
    for name, stored in (listed["course"] | listed["python"] | listed["rest"]).items():
        content = (tmp_path / name).read_bytes()
        assert stored == {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}


def test_the_worker_and_the_pages_code_say_the_version_and_any_change_makes_another(tmp_path: Path) -> None:
    version = build(tmp_path / "a")["version"]
    assert (tmp_path / "a/sw.js").read_text() == f'const VERSION = "{version}";'
    assert (tmp_path / "a/assets/turnkeeper/lesson.js").read_text() == f'version: "{version}"'
    assert build(tmp_path / "same")["version"] == version
    for number, name in enumerate(("index.html", "pyodide/a.whl")):
        assert build(tmp_path / str(number), **{name: f"{FILES[name]} "})["version"] != version


def test_code_without_a_place_for_the_version_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"sw\.ts has no place for the version"):
        build(tmp_path, **{"assets/turnkeeper/sw.js": "const VERSION = 1;"})
