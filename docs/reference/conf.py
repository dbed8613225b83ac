"""Sphinx: the Python reference of the engine, and the JupyterLite in which the lessons' notebooks open.

`turnkeeper build` runs it after MkDocs, whose notebooks it takes; see make_reference in
src/turnkeeper/site/build.py.
"""

from pathlib import Path
from typing import Any

import jupyterlite_sphinx.jupyterlite_sphinx as jupyterlite_sphinx_module

from turnkeeper.site.assemble import copy_exercises

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent

project = "Turnkeeper"
copyright = "the Turnkeeper authors"
extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "jupyterlite_sphinx"]
exclude_patterns = ["lite"]

html_theme = "alabaster"
html_title = "Turnkeeper reference"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"description": "The engine's public functions and classes", "fixed_sidebar": True}
html_sidebars = {"**": ["about.html", "localtoc.html", "searchbox.html"]}

autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints = "description"
napoleon_google_docstring = True
napoleon_numpy_docstring = False

# One JupyterLite for the whole site, beside the reference instead of inside it.
jupyterlite_sphinx_module.JUPYTERLITE_DIR = "../lite"
jupyterlite_dir = str(HERE / "lite")
jupyterlite_config = str(HERE / "lite" / "jupyter_lite_config.json")
jupyterlite_contents = [str(ROOT / "build" / "pages" / "lessons" / "*.ipynb")]
jupyterlite_content_dir = str(ROOT / "build" / "lite-contents")
jupyterlite_build_command_options = {"LiteBuildApp.cache_dir": str(ROOT / "build" / "lite-cache")}
# Silenced, a failure would lose its output; the build shows it only then anyway.
jupyterlite_silence = False
# A notebook is a file of JupyterLite here, never a page of Sphinx.
jupyterlite_bind_ipynb_suffix = False


def put_exercises_beside_the_notebooks(app: Any, error: Exception | None) -> None:
    """`%%grade` looks for exercises/ there. At the end, since jupyterlite_sphinx empties the folder at the start."""
    copy_exercises(ROOT / "exercises", Path(jupyterlite_content_dir) / "exercises")


def setup(app: Any) -> None:
    """Drop the web font that jupyterlite_sphinx links on every page: nothing may come from another host."""
    app.connect("build-finished", put_exercises_beside_the_notebooks, priority=100)  # before JupyterLite's own, at 500
    app.registry.css_files[:] = [entry for entry in app.registry.css_files if "://" not in entry[0]]
