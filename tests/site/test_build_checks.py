"""The final check finds what must not be in the site, each with a site made for it."""

import json
from pathlib import Path

import pytest

from turnkeeper.site.checks import (
    kernel_problems,
    manifest_problems,
    outside_addresses,
    solution_lines_in_search,
    solutions_in,
)

SOLUTION = '''"""Because it works."""

import anthropic


def send(text: str) -> str:
    """Send it."""
    return "a < b" + text
'''


@pytest.mark.parametrize(
    "markup",
    [
        '<script src="https://cdn.example/x.js"></script>',
        '<script src="//cdn.example/x.js"></script>',
        '<link rel="stylesheet" href="https://fonts.example/css">',
        '<link rel="preconnect" href="https://fonts.example">',
        '<img src="a.png" srcset="b.png 1x, https://img.example/c.png 2x">',
        '<iframe src="https://other.example/"></iframe>',
        "<style>@font-face { src: url('https://fonts.example/a.woff2') }</style>",
        '<p style="background: url(https://img.example/a.png)">x</p>',
    ],
)
def test_an_address_of_another_host_is_found(tmp_path: Path, markup: str) -> None:
    (tmp_path / "index.html").write_text(f"<html>{markup}</html>")
    assert any(".example" in problem for problem in outside_addresses(tmp_path))


def test_a_style_sheet_that_imports_from_another_host_is_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>x</p>")
    (tmp_path / "site.css").write_text('@import "https://fonts.example/css";')
    assert list(outside_addresses(tmp_path)) == ["site.css fetches https://fonts.example/css from another host."]


def test_links_and_our_own_files_are_no_problem(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<link rel="canonical" href="https://site.example/"><a href="https://docs.example">read</a>'
        '<script src="../a.js"></script><img src="data:image/png;base64,AA=="><style>a{background:url(b.png)}</style>'
    )
    assert list(outside_addresses(tmp_path)) == []


def test_a_site_without_pages_is_a_problem(tmp_path: Path) -> None:
    assert list(outside_addresses(tmp_path))


def write_kernel(folder: Path, **settings: object) -> Path:
    path = folder / "jupyter-lite.json"
    plugins = {"@jupyterlite/pyodide-kernel-extension:kernel": settings}
    path.write_text(json.dumps({"jupyter-config-data": {"litePluginSettings": plugins}}))
    return path


def test_the_kernel_takes_python_from_our_own_folder(tmp_path: Path) -> None:
    ours = write_kernel(tmp_path, pyodideUrl="./../pyodide/pyodide.mjs", disablePyPIFallback=True)
    assert list(kernel_problems(ours)) == []
    assert list(kernel_problems(write_kernel(tmp_path, disablePyPIFallback=True)))
    assert list(kernel_problems(write_kernel(tmp_path, pyodideUrl="https://cdn.example/pyodide.mjs")))
    assert list(kernel_problems(tmp_path / "missing.json"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.html", "<pre><span>def</span> send(text: str) -&gt; str:\n    {doc}\n    return {quoted} + text</pre>"),
        ("notebook.ipynb", None),
        ("search.json", None),
        ("copy.py", SOLUTION),
    ],
)
def test_a_solution_in_the_site_is_found(tmp_path: Path, name: str, text: str | None) -> None:
    site, solutions = tmp_path / "site", tmp_path / "solutions"
    site.mkdir()
    solutions.mkdir()
    (solutions / "send.py").write_text(SOLUTION)
    if text is None:
        lines = SOLUTION.splitlines(keepends=True)
        text = json.dumps({"cells": [{"source": lines}]} if name.endswith("ipynb") else {"text": SOLUTION})
    shown = site / "course/solutions/send.json"
    shown.parent.mkdir(parents=True)
    shown.write_text(json.dumps({"why": "", "code": SOLUTION}))
    (site / name).write_text(text.replace("{doc}", '"""Send it."""').replace("{quoted}", '"a &lt; b"'))
    assert list(solutions_in(site, solutions)) == [f"{name} holds the solution solutions/send.py."]


def test_a_stub_is_no_solution(tmp_path: Path) -> None:
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions/send.py").write_text(SOLUTION)
    shown = tmp_path / "site/course/solutions/send.json"
    shown.parent.mkdir(parents=True)
    shown.write_text("{}")
    (tmp_path / "site/send.py").write_text(SOLUTION.replace('return "a < b" + text', "raise NotImplementedError"))
    assert list(solutions_in(tmp_path / "site", tmp_path / "solutions")) == []
    shown.unlink()
    assert list(solutions_in(tmp_path / "site", tmp_path / "solutions")) == [
        "course/solutions/send.json is missing, from which a page shows solutions/send.py."
    ]


def test_no_solution_to_look_for_is_a_problem(tmp_path: Path) -> None:
    assert list(solutions_in(tmp_path, tmp_path / "solutions"))


def test_the_manifest_names_files_that_are_there(tmp_path: Path) -> None:
    (tmp_path / "snapshot.bin").write_bytes(b"12345")
    (tmp_path / "a.whl").write_bytes(b"")
    (tmp_path / "pyodide-lock.json").write_text(json.dumps({"packages": {"a": {"file_name": "a.whl"}}}))
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps({"files": {"snapshot.bin": {"bytes": 5, "sha256": ""}}}))
    assert list(manifest_problems(tmp_path)) == []
    (tmp_path / "b.whl").write_bytes(b"")
    assert [problem for problem in manifest_problems(tmp_path) if "b.whl" in problem]
    manifest.write_text(json.dumps({"files": {"snapshot.bin": {"bytes": 6, "sha256": ""}}}))
    assert [problem for problem in manifest_problems(tmp_path) if "snapshot.bin" in problem]


def write_search(root: Path, text: str) -> Path:
    for folder in ("docs", "lessons", "exercises/stubs", "solutions"):
        (root / folder).mkdir(parents=True)
    (root / "solutions/send.py").write_text(SOLUTION)
    (root / "exercises/stubs/send.py").write_text("def send(text: str) -> str:\n")
    (root / "lessons/stateless.md").write_text("A lesson.\n")
    index = root / "search_index.json"
    index.write_text(json.dumps({"docs": [{"location": "x/", "title": "X", "text": text}]}))
    return index


def test_a_line_of_a_solution_that_the_search_finds_is_a_problem(tmp_path: Path) -> None:
    text = "<p>Do so:</p> <pre><code>    return <span>'a &lt; b'</span> + text\n</code></pre>"
    assert list(solution_lines_in_search(write_search(tmp_path, text), tmp_path)) == [
        "The search finds a line of solutions/send.py: returna<b+text"
    ]


def test_what_a_stub_or_a_lesson_says_may_be_found(tmp_path: Path) -> None:
    text = "<pre>def send(text: str) -&gt; str:\n    return 'a &lt; b' + text</pre>"
    index = write_search(tmp_path, text)
    (tmp_path / "lessons/stateless.md").write_text("    return 'a < b' + text\n")
    assert list(solution_lines_in_search(index, tmp_path)) == []


def test_a_search_without_text_or_without_an_index_is_a_problem(tmp_path: Path) -> None:
    assert list(solution_lines_in_search(write_search(tmp_path, ""), tmp_path)) == ["The search index holds no text."]
    assert list(solution_lines_in_search(tmp_path / "none.json", tmp_path))
