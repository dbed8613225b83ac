"""`python -m turnkeeper.site build` builds the site; `… serve` builds it and serves it on this machine."""

from __future__ import annotations

import argparse
import sys

from turnkeeper.site.build import SITE, build
from turnkeeper.site.serve import PortTakenError, check_port, serve
from turnkeeper.site.steps import StepError


def main(arguments: list[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: The command line after the program's name; None takes the process's own.

    Returns:
        The exit status.
    """
    parser = argparse.ArgumentParser(prog="python -m turnkeeper.site", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="build the site into site/")
    serving = commands.add_parser("serve", help="build the site and serve it on 127.0.0.1")
    serving.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    given = parser.parse_args(arguments)
    try:
        if given.command == "serve":
            check_port(given.port)  # before minutes of building, not after
        build()
        if given.command == "serve":
            serve(SITE, given.port)
    except (PortTakenError, StepError) as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
