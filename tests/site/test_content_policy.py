"""Each page has a policy that names its inline scripts; what the build's check finds, each with a page made for it."""

from pathlib import Path

import pytest

from turnkeeper.site.content_policy import PAGE, PolicyError, policy, policy_problems, script_hash, write_policies

PLAIN = '<html><head>\n<meta charset="utf-8">\n<script>one()</script></head><body><script>two()</script></body></html>'


def write(site: Path, **pages: str) -> Path:
    for name, text in pages.items():
        path = site / f"{name.replace('__', '/')}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return site


def test_the_hash_is_the_one_that_browsers_compute() -> None:
    # The example of CSP Level 3, section 8.2, read on 1 December 2026.
    assert script_hash("alert('Hello, world.');") == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"


def test_pages_that_material_swaps_have_one_policy_with_the_scripts_of_all(tmp_path: Path) -> None:
    site = write(tmp_path, index=PLAIN, a__index=PLAIN.replace("two", "three"), lite__index=PLAIN, reference__a=PLAIN)
    write_policies(site)
    assert list(policy_problems(site)) == []
    heads = {name: (site / name).read_text().split("<script>")[0] for name in ("index.html", "a/index.html")}
    assert len(set(heads.values())) == 1
    assert '<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy"' in heads["index.html"]
    for script in ("one()", "two()", "three()"):
        assert script_hash(script) in heads["index.html"]
    assert script_hash("three()") not in (site / "reference/a.html").read_text()
    assert "'unsafe-eval'" in (site / "lite/index.html").read_text()
    assert "'unsafe-eval'" not in heads["index.html"]


def test_a_second_time_changes_nothing(tmp_path: Path) -> None:
    site = write(tmp_path, index=PLAIN)
    write_policies(site)
    once = (site / "index.html").read_text()
    write_policies(site)
    assert (site / "index.html").read_text() == once


def test_a_page_without_a_head_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=r"index\.html has no <head>"):
        write_policies(write(tmp_path, index="<p>Hello.</p>"))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("two()", "other()", "has an inline script that its content security policy does not name"),
        ("<body>", '<body onload="x()">', "has an inline handler, onload of body"),
        ("<body>", '<body><a href=" JavaScript:x()">a</a>', "has a script as an address, href of a"),
        ("connect-src 'self'", "connect-src *", "has another content security policy"),
        ("'wasm-unsafe-eval'", "'unsafe-eval' 'wasm-unsafe-eval'", "allows other scripts"),
        ("<meta charset", "<script src='a.js'></script><meta charset", "before its content security policy"),
        ("Content-Security-Policy", "X", "has no content security policy"),
    ],
)
def test_a_hole_in_a_policy_is_found(tmp_path: Path, old: str, new: str, problem: str) -> None:
    site = write(tmp_path, index=PLAIN)
    write_policies(site)
    page = site / "index.html"
    page.write_text(page.read_text().replace(old, new))
    assert any(problem in found for found in policy_problems(site))


def test_a_site_without_pages_is_a_problem(tmp_path: Path) -> None:
    assert list(policy_problems(tmp_path))


def test_data_needs_no_hash() -> None:
    assert "sha256" not in policy(PAGE)
