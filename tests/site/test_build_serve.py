"""Serving the site: types, a sub-path, a taken port."""

import gzip
import socket
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from turnkeeper.cli import main
from turnkeeper.site.serve import serving


@pytest.fixture
def site(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    (root / "pyodide").mkdir(parents=True)
    (root / "index.html").write_text("<title>home</title>")
    for name in ("pyodide.mjs", "pyodide.asm.wasm", "snapshot.bin", "a.whl", "library.so"):
        (root / "pyodide" / name).write_bytes(b"content")
    (tmp_path / "secret.txt").write_text("outside the site")
    return root


def get(address: str, path: str, headers: dict[str, str] | None = None) -> HTTPResponse:
    connection = HTTPConnection(urlsplit(address).netloc, timeout=5)
    connection.request("GET", path, headers=headers or {})
    return connection.getresponse()


def test_the_site_lies_under_its_prefix(site: Path) -> None:
    with serving(site, prefix="/course/") as address:
        assert address.endswith("/course/")
        assert get(address, "/course/").read() == b"<title>home</title>"
        assert get(address, "/course/pyodide/a.whl").read() == b"content"
        assert get(address, "/").status == 404
        assert get(address, "/pyodide/a.whl").status == 404


def test_the_prefix_without_its_slash_leads_to_it(site: Path) -> None:
    with serving(site) as address:
        answer = get(address, "/course")
    assert (answer.status, answer.headers["Location"]) == (301, "/course/")


def test_a_wrong_address_gets_the_sites_own_page_that_leads_back(site: Path) -> None:
    (site / "404.html").write_text("<title>not found</title>")
    with serving(site) as address:
        answer = get(address, "/course/lessons/statless/")
        assert (answer.status, answer.read()) == (404, b"<title>not found</title>")
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


def test_the_sitemap_has_the_addresses_that_the_pages_have_here(site: Path) -> None:
    (site / "sitemap.xml").write_text("<loc>https://example.org/x/</loc><loc>https://example.org/x/licences/</loc>")
    with serving(site) as address:
        assert (
            get(address, "/course/sitemap.xml").read().decode() == f"<loc>{address}</loc><loc>{address}licences/</loc>"
        )


def test_nothing_outside_the_folder_is_served(site: Path) -> None:
    with serving(site) as address:
        assert get(address, "/course/../secret.txt").status == 404
        assert get(address, "/course/%2e%2e/secret.txt").status == 404


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("pyodide.mjs", "text/javascript"),
        ("pyodide.asm.wasm", "application/wasm"),
        ("library.so", "application/wasm"),
        ("snapshot.bin", "application/octet-stream"),
    ],
)
def test_browsers_get_the_types_they_insist_on(site: Path, name: str, kind: str) -> None:
    with serving(site) as address:
        answer = get(address, f"/course/pyodide/{name}")
    assert answer.headers["Content-Type"] == kind
    assert answer.headers["Content-Encoding"] is None
    # Both make a page isolated, and only there can Stop interrupt Python.
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Embedder-Policy"] == "require-corp"


def test_a_text_is_packed_for_a_browser_that_takes_it_and_unchanged_it_is_not_sent_again(site: Path) -> None:
    packed = {"Accept-Encoding": "gzip, br"}
    with serving(site) as address:
        answer = get(address, "/course/", packed)
        assert gzip.decompress(answer.read()) == b"<title>home</title>"
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        again = get(address, "/course/", {**packed, "If-Modified-Since": answer.headers["Last-Modified"]})
        assert again.status == 304
        assert get(address, "/course/pyodide/snapshot.bin", packed).read() == b"content"
        assert get(address, "/course/pyodide", packed).status == 301
        assert get(address, "/course/lost.html", packed).status == 404


def test_a_folder_without_a_site_says_how_to_build_one(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="turnkeeper build"), serving(tmp_path):
        pass


def test_a_taken_port_is_told_before_anything_is_built(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 1
    told = capsys.readouterr()
    assert told.err == (f"Port {port} is taken by another program; choose another one: make serve PORT={port + 1}\n")
    assert told.out == ""
