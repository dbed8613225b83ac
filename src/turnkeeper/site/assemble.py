"""Put the built parts together as the site, and swap the site in."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from turnkeeper.grading.stubs import found_stub
from turnkeeper.site.solutions import write_solutions


def put_together(build: Path, root: Path, draft: Path) -> None:
    """Copy the built parts to where the pages expect them.

    Args:
        build: Folder of the parts: pages, web, pyodide, snapshot, reference.
        root: The repository, for the exercises and the solutions.
        draft: Folder for the site; what is in it is removed.
    """
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(build / "pages", draft)
    shutil.copytree(build / "web", draft / "assets" / "turnkeeper", dirs_exist_ok=True)
    for part in ("pyodide", "snapshot"):
        shutil.copytree(build / part, draft / "pyodide", dirs_exist_ok=True)
    for part in ("reference", "lite"):
        # MkDocs leaves a stand-in page in each.
        shutil.rmtree(draft / part, ignore_errors=True)
        shutil.copytree(build / "reference" / part, draft / part)
    copy_course(root / "exercises", draft / "course")
    write_solutions(root / "solutions", draft / "course" / "solutions")


def copy_course(exercises: Path, target: Path) -> None:
    """Copy stubs and graders, and list what the page's worker needs for grading.

    Args:
        exercises: The folder of stubs and graders.
        target: The site's course folder. Its index.json lists the graders, relative to itself.
    """
    copied = copy_exercises(exercises, target / "exercises")
    (target / "index.json").write_text(
        json.dumps([f"exercises/{name}" for name in _for_grading(path.name for path in copied)]) + "\n",
        encoding="utf-8",
    )


def copy_exercises(exercises: Path, target: Path) -> list[Path]:
    """Copy stubs, graders and seals, and nothing that running them left behind.

    A stub is copied as `make seal` kept it: the file itself may hold somebody's answer.

    Args:
        exercises: The folder of stubs and graders.
        target: The new folder.

    Returns:
        What was copied, in order of its names.
    """
    target.mkdir(parents=True, exist_ok=True)
    copied = [path for path in sorted(exercises.iterdir()) if path.suffix in (".py", ".sha256")]
    for path in copied:
        shutil.copyfile(found_stub(exercises, path.stem) if path.suffix == ".py" else path, target / path.name)
    return copied


def _for_grading(names: Iterable[str]) -> list[str]:
    """The files that grading reads; the answers are the reader's own."""
    return [name for name in names if name.startswith(("test_", "conftest")) or name.endswith(".sha256")]


def publish(draft: Path, site: Path) -> None:
    """Put the draft in the place of the site, with two renames.

    Args:
        draft: The checked new site.
        site: The served folder.
    """
    old = draft.with_name("site.old")
    shutil.rmtree(old, ignore_errors=True)
    if site.exists():
        site.rename(old)
    draft.rename(site)
    shutil.rmtree(old, ignore_errors=True)
