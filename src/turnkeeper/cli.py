"""The `turnkeeper` command: check a conversation, run the offline Messages API, and what the course's authors need."""

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnkeeper.offline.request import Script

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ("extractor", "judge", "reader", "shop", "summarizer")
_TARGETS = "claude: today's Messages API; strict: what every platform takes (default: claude)"


def main(arguments: list[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: The command line after the program's name; None takes the process's own.

    Returns:
        The exit status.
    """
    given = _parser().parse_args(arguments)
    # Each command imports what it needs, and no more.
    if given.command == "check":
        return _check(given)
    if given.command == "api":
        return _api(given)
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
    if given.command == "new-lesson":
        from turnkeeper.site.new_lesson import new_lesson

        return new_lesson(ROOT, given.slug)
    from turnkeeper.grading.seal import write_seals

    print(f"Sealed the graders in {write_seals(ROOT / 'exercises').relative_to(ROOT)}.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="turnkeeper", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check",
        help="say what the Messages API would refuse in a request or a history",
        description="Say what the Messages API would refuse in a request or a history, where, and how to mend it.",
        epilog="Exit status: 0 valid, 1 not valid, 2 nothing that could be checked.",
    )
    check.add_argument("file", metavar="FILE", help="a request or a list of messages: JSON or JSON Lines; - for stdin")
    check.add_argument("--target", choices=("claude", "strict"), default="claude", help=_TARGETS)
    check.add_argument("--model", help="the model whose rules hold (default: the request's, or claude-haiku-5-5)")
    check.add_argument("--json", action="store_true", help="print the faults as JSON")
    api = commands.add_parser(
        "api",
        help="run the offline Messages API on a port",
        description="Run the offline Messages API on a port, for any client in any language.",
    )
    api.add_argument("--port", type=int, default=8080, help="port to listen on (default: 8080)")
    api.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1, this machine only)")
    api.add_argument(
        "--script",
        default="reader",
        help=f"what the model says: {', '.join(SCRIPTS)}, or module:name of your own (default: reader)",
    )
    api.add_argument("--target", choices=("claude", "strict"), default="claude", help=_TARGETS)
    commands.add_parser("build", help="course: build the site into site/")
    serve = commands.add_parser("serve", help="course: build the site and serve it on 127.0.0.1")
    serve.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    commands.add_parser("quality", help="course: run the linters, the type checkers and the course's own checks")
    new = commands.add_parser("new-lesson", help="course: make the files of a new lesson and its exercise")
    new.add_argument("slug", help="its name: small letters, digits and _, such as context_window")
    commands.add_parser("seal", help="course: record the graders' hashes, after one was changed")
    return parser


def _check(given: argparse.Namespace) -> int:
    """Check a file: 0 when it is valid, 1 when it is not, 2 when there is nothing to check."""
    from turnkeeper.check_file import as_json, check_given, report
    from turnkeeper.history_file import UnreadableError, read_given

    name = "standard input" if given.file == "-" else given.file
    try:
        content = sys.stdin.buffer.read() if given.file == "-" else Path(given.file).read_bytes()
        checked = check_given(read_given(content), target=given.target, model=given.model)
    except OSError as problem:
        print(f"turnkeeper check: {name} cannot be read: {problem.strerror}.", file=sys.stderr)
        return 2
    except UnreadableError as problem:
        print(f"turnkeeper check: {name}: {problem}.", file=sys.stderr)
        return 2
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    lines = [as_json(checked.problems)] if given.json else report(name, checked, colour=colour)
    encoding = sys.stdout.encoding or "utf-8"
    try:
        for line in lines:
            # A terminal that cannot show a letter gets a question mark, and not a traceback.
            print(line.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough, as `head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1 if checked.problems else 0


def _api(given: argparse.Namespace) -> int:
    """Answer on a port until Ctrl-C."""
    try:
        from turnkeeper.offline import ScriptedModel
        from turnkeeper.offline.http import CannotListenError, serve

        model = ScriptedModel(_script(given.script), target=given.target, record=0)  # nobody can look at the record
        serve(model, host=given.host, port=given.port)
    except (CannotListenError, ModuleNotFoundError, _NoScript) as problem:
        print(f"turnkeeper api: {problem}", file=sys.stderr)
        return 2
    return 0


class _NoScript(Exception):
    """There is no such script."""


def _script(name: str) -> "Script":
    """Find a script: one of the package's own, or `module:name` from the current directory."""
    import importlib

    from turnkeeper import scripts

    own = {
        "extractor": scripts.extractor,
        "judge": scripts.judge,
        "reader": scripts.reader,
        "shop": scripts.shop_assistant,
        "summarizer": scripts.summarizer(),
    }
    if name in own:
        return own[name]
    if not re.fullmatch(r"\w[\w.]*:\w+", name):
        raise _NoScript(f"there is no script {name!r}: take {', '.join(own)}, or module:name of your own.")
    module_name, _, attribute = name.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as missing:
        raise _NoScript(f"no module {missing.name} is found from {Path.cwd()}.") from missing
    try:
        found = getattr(module, attribute)
    except AttributeError as missing:
        raise _NoScript(f"{module_name} has no {attribute}.") from missing
    if not callable(found):
        raise _NoScript(f"{name} is no script: a script is a function from the request to the reply.")
    script: Script = found
    return script


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
