"""The README's code runs and prints what it says; its commands exist."""

import contextlib
import io
import re
import subprocess

from bank import ROOT


def fences(name, language):
    found = re.findall(rf"```{language}\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)
    assert found, f"{name} has no {language} fence"
    return found


def test_the_code_in_the_readme_prints_what_it_says():
    (code,), (said,) = fences("README.md", "python"), fences("README.md", "text")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "README.md", "exec"), {})
    assert out.getvalue() == said


def test_every_make_target_that_is_named_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = set()
    for name in ("README.md", "CONTRIBUTING.md", ".ci/run", "docs/start/terminal.md"):
        named |= set(re.findall(r"(?:^|`)make ([a-z-]+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
    assert {"serve", "test", "check", "new-lesson"} <= named <= targets


def test_contributing_stays_short():
    assert len((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()) <= 60


def test_nothing_names_a_registry_a_cdn_or_a_machine():
    hosts = r"registry\.npmjs|pythonhosted|pypi\.org|deb\.debian|jsdelivr|unpkg\.com|cdnjs|googleapis|gstatic"
    found = subprocess.run(
        ["git", "grep", "-nIE", hosts, "--", ".", ":!tests", ":!src/turnkeeper/site/checks.py"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.stdout == ""
