"""`make check`: every linter and type checker, and the course's own standards, in one go."""

import subprocess
import sys
import sysconfig
import time
from pathlib import Path

from turnkeeper.site.standards import complaints

_BIN = Path(sysconfig.get_path("scripts"))
_PYTHON = ("src", "tests", "lessons", "exercises", "solutions")

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
    if not (root / "web" / "node_modules").is_dir():
        subprocess.run([_BIN / "npm", "ci", "--prefix", "web", "--silent", "--ignore-scripts"], cwd=root, check=True)
    for command in COMMANDS:
        started = time.monotonic()
        ran = subprocess.run([_BIN / command[0], *command[1:]], cwd=root, capture_output=True, text=True, check=False)
        mark = "ok    " if ran.returncode == 0 else "FAILED"
        print(f"{mark} {' '.join(command)} ({time.monotonic() - started:.1f} s)", flush=True)
        if ran.returncode:
            failed.append(command)
            print(ran.stdout + ran.stderr)
    missing = list(complaints(root))
    print(f"{'FAILED' if missing else 'ok    '} the course's standards")
    for complaint in missing:
        print(f"  {complaint}")
    if failed or missing:
        print(f"\n{len(failed) + bool(missing)} of {len(COMMANDS) + 1} checks failed.", file=sys.stderr)
        return 1
    return 0
