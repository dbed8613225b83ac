"""The site leans on names that MkDocs and mkdocs-jupyter do not promise: each has a test that misses it."""

import inspect
from importlib import metadata
from pathlib import Path

import mkdocs.structure.pages
import mkdocs_jupyter.config
import mkdocs_jupyter.nbconvert2
import mkdocs_jupyter.plugin
import pytest
from pymdownx.superfences import SuperFencesCodeExtension

MEND = "src/turnkeeper/site/plugin.py says what it is for; keep to the version before until that is mended."


@pytest.mark.parametrize(("name", "version"), [("mkdocs", "1.6.1"), ("mkdocs-jupyter", "0.26.3")])
def test_versions_are_the_ones_these_names_were_read_in(name: str, version: str) -> None:
    assert metadata.version(name) == version, f"{name} changed: read the names below again in its source. {MEND}"


def test_templates_dir_is_where_nb2html_looks_for_its_template() -> None:
    folder = getattr(mkdocs_jupyter.config.settings, "templates_dir", None)
    assert folder, f"mkdocs-jupyter has no settings.templates_dir any more. {MEND}"
    source = inspect.getsource(mkdocs_jupyter.nbconvert2.nb2html)
    assert "settings.templates_dir" in source, f"nb2html does not read settings.templates_dir any more. {MEND}"
    assert "mkdocs_html/notebook.html.j2" in source, f"nb2html's template has another name. {MEND}"
    ours = Path(__file__).parents[2] / "src/turnkeeper/site/templates/notebook/mkdocs_html/notebook.html.j2"
    assert ours.is_file()


def test_toc_tokens_are_taken_from_a_function_that_can_be_replaced() -> None:
    assert hasattr(mkdocs_jupyter.plugin, "_get_nb_toc_tokens"), f"_get_nb_toc_tokens is gone. {MEND}"
    source = inspect.getsource(mkdocs_jupyter.plugin.Plugin.on_pre_page)
    assert "toc_tokens, title = _get_nb_toc_tokens(" in source, f"_get_nb_toc_tokens is called otherwise. {MEND}"


def test_nb_url_marks_a_page_that_mkdocs_jupyter_has_taken() -> None:
    source = inspect.getsource(mkdocs_jupyter.plugin.Plugin)
    assert "page.nb_url = " in source, f"mkdocs-jupyter does not set page.nb_url any more. {MEND}"


def test_render_is_replaced_on_the_page_itself() -> None:
    source = inspect.getsource(mkdocs_jupyter.plugin.Plugin.on_pre_page)
    assert "page.render = " in source, f"mkdocs-jupyter does not replace page.render any more. {MEND}"
    assert list(inspect.signature(mkdocs.structure.pages.Page.render).parameters) == [
        "self",
        "config",
        "files",
    ]


def test_present_anchor_ids_are_what_links_are_checked_against() -> None:
    source = inspect.getsource(mkdocs.structure.pages.Page.validate_anchor_links)
    assert "present_anchor_ids" in source, f"MkDocs checks anchors against something else. {MEND}"


def test_superfences_takes_fences_from_another_extension() -> None:
    method = getattr(SuperFencesCodeExtension, "extend_super_fences", None)
    assert method, f"superfences has no extend_super_fences any more: use its option custom_fences. {MEND}"
    assert list(inspect.signature(method).parameters) == ["self", "name", "formatter", "validator", "reset"]
