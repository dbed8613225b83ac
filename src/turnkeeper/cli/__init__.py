"""The `turnkeeper` command: a conversation, the offline Messages API, the exercises, and what authors need."""

import argparse
import importlib
import sys
from pathlib import Path

from turnkeeper.cli.parser import SCRIPTS, parser

__all__ = ["ROOT", "SCRIPTS", "main"]

ROOT = Path(__file__).resolve().parents[3]


def main(arguments: list[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: The command line after the program's name; None takes the process's own.

    Returns:
        The exit status.
    """
    given = parser().parse_args(arguments)
    # Each command imports what it needs, and no more.
    if given.command in ("check", "trim"):
        from turnkeeper.cli import histories

        return histories.run(given)
    if given.command == "api":
        from turnkeeper.cli.api import api

        return api(given)
    if given.command in ("watch", "status", "hint", "reset"):
        return _with_pytest(given, "exercises", extra="terminal")
    if given.command in ("grade", "export"):
        return _with_pytest(given, "classroom", extra="grading")
    if not (ROOT / "lessons").is_dir():
        print(
            f"turnkeeper {given.command}: run this from a checkout of the course; an installed package has no lessons.",
            file=sys.stderr,
        )
        return 2
    if given.command in ("build", "serve"):
        return _site(given.port if given.command == "serve" else None)
    if given.command == "quality":
        from turnkeeper.site.quality import check

        return check(ROOT)
    if given.command == "covers":
        from turnkeeper.site.covers import covers

        return covers(ROOT)
    if given.command == "new-lesson":
        from turnkeeper.site.new_lesson import new_lesson

        return new_lesson(ROOT, given.slug)
    from turnkeeper.cli.seal import seal

    return seal(ROOT)


def _with_pytest(given: argparse.Namespace, module: str, *, extra: str) -> int:
    """Run a command of a module that grades, or say how to get pytest: it is not installed with the engine."""
    try:
        commands = importlib.import_module(f"turnkeeper.cli.{module}")
    except ModuleNotFoundError as missing:
        if missing.name != "pytest":
            raise
        install = f"pip install -e '.[{extra}]'"
        print(f"turnkeeper {given.command}: pytest is missing. Install it: {install}", file=sys.stderr)
        return 2
    status: int = commands.run(given)
    return status


def _site(port: int | None) -> int:
    """Build the site, and with a port serve it there."""
    from turnkeeper.site.build import SITE, build
    from turnkeeper.site.serve import PortTakenError, check_port, serve
    from turnkeeper.site.steps import StepError

    try:
        if port is not None:
            check_port(port)  # before minutes of building, not after
        build()
        if port is not None:
            serve(SITE, port)
    except (PortTakenError, StepError) as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    return 0
