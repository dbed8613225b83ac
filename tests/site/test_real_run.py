"""The page for real runs stands apart: it is always loaded as a whole."""

import pytest

from turnkeeper.site.content_policy import policy_problems, write_policies
from turnkeeper.site.real_run import left_out, opened_alone

SITEMAP = """<urlset>
    <url>
         <loc>https://site.example/</loc>
    </url>
    <url>
         <loc>https://site.example/start/real-run/</loc>
         <lastmod>2026-12-01</lastmod>
    </url>
</urlset>"""


def test_it_is_not_in_the_sitemap() -> None:
    assert left_out(SITEMAP) == "<urlset>\n    <url>\n         <loc>https://site.example/</loc>\n    </url>\n</urlset>"
    with pytest.raises(ValueError, match="0 times"):
        left_out(left_out(SITEMAP))


def test_its_links_load_a_page() -> None:
    assert opened_alone('{"features": ["navigation.instant", "toc.follow"]}') == '{"features": ["toc.follow"]}'
    with pytest.raises(ValueError, match="cannot be taken out"):
        opened_alone("{}")


def test_its_policy_alone_names_the_api(tmp_path) -> None:
    pages = {name: tmp_path / name / "index.html" for name in ("start/real-run", "start/real-model")}
    for page in pages.values():
        page.parent.mkdir(parents=True)
        page.write_text("<html><head></head></html>")
    write_policies(tmp_path)
    assert list(policy_problems(tmp_path)) == []
    open_to_it = [name for name, page in pages.items() if "api.anthropic.com" in page.read_text()]
    assert open_to_it == ["start/real-run"]
