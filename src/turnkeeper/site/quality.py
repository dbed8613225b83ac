"""`make check`: every linter and type checker, and the course's own standards, in one go."""

import sys
import time
from pathlib import Path

from turnkeeper.site.build import install_web_packages, web_packages_are_installed
from turnkeeper.site.standards import complaints
from turnkeeper.site.steps import StepError, environment, run

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy", "src"),
    # Stub and solution have the same name by design, so they are two runs.
    ("mypy", "exercises"),
    ("mypy", "solutions"),
    ("lint-imports", "--no-logo"),
    ("deptry", "."),
    ("codespell",),
    ("npm", "--prefix", "web", "run", "--silent", "check"),
)


def check(root: Path) -> int:
    """Run every check, show the output of those that fail, and return the exit status.

    Args:
        root: The checkout.
    """
    failed = []
    if not web_packages_are_installed():
        install_web_packages()
    for command in COMMANDS:
        started = time.monotonic()
        said = ""
        try:
            run(*command, cwd=root, env=environment())
        except StepError as error:
            failed.append(command)
            said = f"\n{error}"
        mark = "FAILED" if said else "ok    "
        print(f"{mark} {' '.join(command)} ({time.monotonic() - started:.1f} s){said}", flush=True)
    missing = list(complaints(root))
    print(f"{'FAILED' if missing else 'ok    '} the course's standards")
    for complaint in missing:
        print(f"  {complaint}")
    if failed or missing:
        print(f"\n{len(failed) + bool(missing)} of {len(COMMANDS) + 1} checks failed.", file=sys.stderr)
        return 1
    return 0
