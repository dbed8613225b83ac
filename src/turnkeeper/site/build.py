"""Build the whole site: what runs in the page, the pages, the notebooks and the reference.

Every step fills a folder of its own below build/. The last one puts them together, checks the result, and
only then puts it in the place of site/: nobody is ever served half a site.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from turnkeeper.site import assemble, browser_wheels, checks
from turnkeeper.site.content_policy import write_policies
from turnkeeper.site.precache import list_for_service_worker
from turnkeeper.site.project_wheel import build_project_wheel
from turnkeeper.site.steps import Step, StepError, alone, environment, failure, files, list_outputs, run, run_steps
from turnkeeper.site.wheels import pyodide_lock, read_wheel

ROOT = browser_wheels.ROOT
BUILD = ROOT / "build"
SITE = ROOT / "site"
WEB = ROOT / "web"
PYODIDE = WEB / "node_modules" / "pyodide"
# What Pyodide needs at run time; the package also holds maps, types and consoles.
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
# The notebooks by content: an edit of a page's prose must not cost a new JupyterLite.
NOTEBOOKS = BUILD / "notebooks.json"

HERE = Path(__file__).resolve().parent
# Python that the page's runner holds as text.
DEMO = HERE / "demo_turns.py"


def _run(*command: str, cwd: Path = ROOT) -> None:
    run(*command, cwd=cwd, env=environment())


def _as_step(action: Callable[[], object]) -> Callable[[], None]:
    """Turn the errors that our own modules raise into ones that a step may raise."""

    def step() -> None:
        try:
            action()
        except subprocess.CalledProcessError as problem:
            raise StepError(failure(problem.cmd, problem.returncode, problem.output)) from problem
        except (ValueError, FileNotFoundError) as problem:
            raise StepError(str(problem)) from problem

    return step


def web_packages_are_installed(folder: Path = WEB) -> bool:
    """Whether a folder's node_modules holds exactly what its package-lock.json names."""
    try:
        wanted = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        found = json.loads((folder / "node_modules/.package-lock.json").read_text(encoding="utf-8"))["packages"]
    except (OSError, ValueError, KeyError):
        return False
    # npm leaves out what is for another machine.
    return bool(found) and all(
        found.get(name, {}).get("version") == entry["version"] and (folder / name).is_dir()
        for name, entry in wanted.items()
        if name and not entry.get("optional") and not entry.get("devOptional")
    )


def install_web_packages(folder: Path = WEB) -> None:
    """Install what a folder's package-lock.json names."""
    _run("npm", "ci", "--no-audit", "--no-fund", cwd=folder)


def make_runtime() -> None:
    """Fill build/pyodide: Pyodide, the wheels, and a lock that names these wheels and no other."""
    target = BUILD / "pyodide"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    wheels = [
        *sorted((BUILD / "wheels").glob("*.whl")),
        *browser_wheels.kernel_wheels(),
        *(BUILD / "project").glob("*.whl"),
    ]
    for path in (*wheels, *(PYODIDE / name for name in RUNTIME)):
        shutil.copyfile(path, target / path.name)
    base = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock = pyodide_lock(base, [read_wheel(target / path.name) for path in wheels])
    (target / "pyodide-lock.json").write_text(json.dumps(lock, indent=1) + "\n", encoding="utf-8")


def make_pages() -> None:
    """Fill build/pages by MkDocs, and list the notebooks by content for the step that takes them."""
    _run(
        *(sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"),
        *("--site-dir", str(BUILD / "pages")),
    )
    notebooks = {name: stored for name, stored in list_outputs(BUILD / "pages").items() if name.endswith(".ipynb")}
    NOTEBOOKS.write_text(json.dumps(notebooks, indent=0), encoding="utf-8")


def make_reference() -> None:
    """Fill build/reference with the API reference and, beside it, JupyterLite with the lessons' notebooks."""
    source = ROOT / "docs" / "reference"
    # A stale one makes JupyterLite's build skip its own configuration, and then it asks a CDN.
    stale = source / ".jupyterlite.doit.db"
    stale.unlink(missing_ok=True)
    shutil.rmtree(BUILD / "reference", ignore_errors=True)
    try:
        _run(
            *(sys.executable, "-m", "sphinx", "-E", "-a", "-W", "-q", "-b", "html"),
            *("-d", str(BUILD / "doctrees"), str(source), str(BUILD / "reference" / "reference")),
        )
    finally:
        stale.unlink(missing_ok=True)


def put_together() -> None:
    """Put the site together beside its place, check it, and swap it in."""
    draft = BUILD / "site"
    assemble.put_together(BUILD, ROOT, draft)
    _run("node", str(WEB / "trim-styles.mjs"), str(draft))
    write_policies(draft)
    list_for_service_worker(draft)
    problems = checks.check_site(draft, ROOT)
    if problems:
        raise StepError("\n- ".join(["The built site is not as it must be:", *problems]))
    assemble.publish(draft, SITE)


def steps() -> list[Step]:
    """All steps, in order."""
    pinned = (ROOT / "requirements.lock",)
    engine = files(ROOT, "src/turnkeeper/**/*", without=["src/turnkeeper/site"])
    web = Step(
        name="web",
        title="Installing the web packages (about 10 s the first time)",
        action=install_web_packages,
        inputs=(),
        outputs=WEB / "node_modules",
        is_done=web_packages_are_installed,
    )
    wheels = Step(
        name="wheels",
        title="Fetching the browser's Python packages",
        action=_as_step(lambda: browser_wheels.download(BUILD / "wheels")),
        inputs=(browser_wheels.LOCK,),
        outputs=BUILD / "wheels",
    )
    project = Step(
        name="project",
        title="Building the project's wheel",
        action=_as_step(lambda: build_project_wheel(ROOT, BUILD / "project")),
        inputs=(*engine, *files(ROOT, "pyproject.toml", "README.md", "LICENSE*")),
        outputs=BUILD / "project",
    )
    runtime = Step(
        name="runtime",
        title="Filling the Pyodide folder",
        action=_as_step(make_runtime),
        inputs=(*pinned, *(PYODIDE / name for name in (*RUNTIME, "pyodide-lock.json"))),
        outputs=BUILD / "pyodide",
        after=(wheels, project),
        awaits=(web,),
    )
    snapshot = Step(
        name="snapshot",
        title="Making the snapshot of Python (about a minute)",
        action=lambda: _run(
            *("node", str(WEB / "make-snapshot.ts")),
            *(str(BUILD / "pyodide"), str(BUILD / "snapshot"), str(HERE / "warm_up.py")),
        ),
        inputs=(
            WEB / "make-snapshot.ts",
            *(WEB / "src" / name for name in ("libraries.ts", "manifest.ts")),
            HERE / "warm_up.py",
        ),
        outputs=BUILD / "snapshot",
        after=(runtime,),
        awaits=(web,),
    )
    runner = Step(
        name="runner",
        title="Bundling the page's runner",
        action=lambda: _run("node", str(WEB / "build.mjs"), str(BUILD / "web")),
        inputs=(*files(ROOT, "web/src/**/*", "web/build.mjs", "web/package-lock.json"), DEMO),
        outputs=BUILD / "web",
        awaits=(web,),
    )
    pages = Step(
        name="pages",
        title="Running the lessons and writing the pages",
        action=make_pages,
        inputs=(
            *files(ROOT, "docs/**/*", without=["docs/reference"]),
            *files(ROOT, "lessons/**/*", "exercises/**/*", "src/turnkeeper/**/*"),
            *files(ROOT, "mkdocs.yml", "LICENSE*", "*.lock", "web/package-lock.json", "pyproject.toml"),
            *files(ROOT, "web/draw-charts.ts", "web/src/chart/draw.ts", "web/src/chart/panels.ts"),
        ),
        outputs=BUILD / "pages",
        settings=os.environ.get("SITE_URL", ""),
        awaits=(web,),
    )
    reference = Step(
        name="reference",
        title="Building the notebooks' JupyterLite and the Python reference (about 30 s)",
        action=make_reference,
        inputs=(*pinned, *engine, *files(ROOT, "docs/reference/**/*", "exercises/**/*"), NOTEBOOKS),
        outputs=BUILD / "reference",
        awaits=(pages,),  # which list the notebooks
    )
    site = Step(
        name="site",
        title="Putting the site together and checking it",
        action=_as_step(put_together),
        inputs=files(ROOT, "exercises/**/*", "solutions/*.py", "src/turnkeeper/site/*.py", "web/trim-styles.mjs"),
        outputs=SITE,
        after=(runtime, snapshot, runner, pages, reference),
    )
    return [web, wheels, project, runtime, snapshot, runner, pages, reference, site]


def build() -> None:
    """Build the site, as far as anything has changed.

    Raises:
        StepError: A step failed; what it printed stands on stdout.
    """
    BUILD.mkdir(exist_ok=True)
    with alone(BUILD / "lock"):
        started = time.monotonic()
        ran = run_steps(steps(), BUILD)
        seconds = time.monotonic() - started
    print(f"The site is built ({seconds:.0f} s)." if ran else "The site is up to date.", flush=True)
