"""The `turnkeeper` command: the course's site, and what its authors need."""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: The command line after the program's name; None takes the process's own.

    Returns:
        The exit status.
    """
    parser = argparse.ArgumentParser(prog="turnkeeper", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="build the site into site/")
    serve = commands.add_parser("serve", help="build the site and serve it on 127.0.0.1")
    serve.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    commands.add_parser("check", help="run the linters, the type checkers and the course's own checks")
    new = commands.add_parser("new-lesson", help="make the files of a new lesson and its exercise")
    new.add_argument("slug", help="its name: small letters, digits and _, such as context_window")
    commands.add_parser("seal", help="record the graders' hashes, after one was changed")
    given = parser.parse_args(arguments)
    if not (ROOT / "lessons").is_dir():
        print(
            "turnkeeper: run this from a checkout of the course; an installed package has no lessons.", file=sys.stderr
        )
        return 2
    # Imported here, so that each command loads only what it needs.
    if given.command in ("build", "serve"):
        return _site(given.port if given.command == "serve" else None)
    if given.command == "check":
        from turnkeeper.site.quality import check

        return check(ROOT)
    if given.command == "new-lesson":
        from turnkeeper.site.new_lesson import new_lesson

        return new_lesson(ROOT, given.slug)
    from turnkeeper.grading.seal import write_seals

    print(f"Sealed the graders in {write_seals(ROOT / 'exercises').relative_to(ROOT)}.")
    return 0


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


if __name__ == "__main__":
    sys.exit(main())
