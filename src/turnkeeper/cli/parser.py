"""What the command line takes."""

import argparse

ABOUT = "Check and trim a conversation, run the offline Messages API, solve the exercises, and what authors need."
SCRIPTS = ("extractor", "judge", "reader", "shop", "summarizer")
_FILE = "a request or a list of messages: JSON or JSON Lines; - for stdin"
_MODEL = "the model whose rules hold (default: the request's, or claude-haiku-5-5)"
_TARGETS = "claude: today's Messages API; strict: what every platform takes (default: claude)"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    whole = argparse.ArgumentParser(prog="turnkeeper", description=ABOUT)
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check",
        help="say what the Messages API would refuse in a request or a history",
        description="Say what the Messages API would refuse in a request or a history, where, and how to mend it.",
        epilog="Exit status: 0 valid, 1 not valid, 2 nothing could be checked, or the report not written.",
    )
    check.add_argument("file", metavar="FILE", help=_FILE)
    check.add_argument("--target", choices=("claude", "strict"), default="claude", help=_TARGETS)
    check.add_argument("--model", help=_MODEL)
    check.add_argument("--json", action="store_true", help="print the faults as JSON")
    _add_trim(commands.add_parser("trim", help="shorten a request or a history, and see what is dropped and why"))
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
    _add_exercises(commands)
    _add_classroom(commands)
    commands.add_parser("build", help="course: build the site into site/")
    serve = commands.add_parser("serve", help="course: build the site and serve it on 127.0.0.1")
    serve.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    commands.add_parser("quality", help="course: run the linters, the type checkers and the course's own checks")
    commands.add_parser("covers", help="course: print which lesson covers which point of the course plan")
    new = commands.add_parser("new-lesson", help="course: make the files of a new lesson and its exercise")
    new.add_argument("slug", help="its name: small letters, digits and _, such as context_window")
    commands.add_parser(
        "seal",
        help="course: record the graders and stubs, after one was changed",
        description="For authors: record the hashes of the graders, and copy each stub to exercises/stubs/, from where "
        "the page and `turnkeeper reset` take it. A file without `raise NotImplementedError` holds an answer, "
        "and is left out.",
        epilog="Exit status: 0 all is recorded, 1 a stub was left out.",
    )
    return whole


def _add_exercises(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    slug = "the name of the exercise, such as send"
    watch = commands.add_parser(
        "watch",
        help="exercises: check your answer on every save; hint, next, list and reset are one key each",
        description="Check the answer to an exercise whenever its file is saved, and show what is not met yet.",
        epilog="Progress is kept in .turnkeeper/ beside exercises/.",
    )
    watch.add_argument("slug", nargs="?", help=f"{slug} (default: where you stopped)")
    watch.add_argument("--manual-run", action="store_true", help="check only when r is pressed, not on every save")
    commands.add_parser("status", help="exercises: how far you are, and what is next")
    hint = commands.add_parser(
        "hint",
        help="exercises: the next hint for the first requirement that is not met",
        description="Check an answer, and show the next hint for the first requirement that is not met.",
        epilog="Exit status: 0 a hint was shown or all is met, 1 the answer cannot be checked, 2 there is no hint.",
    )
    hint.add_argument("slug", help=slug)
    hint.add_argument("--all", action="store_true", help="show all hints for all that is not met")
    reset = commands.add_parser(
        "reset",
        help="exercises: bring the stub back; your answer is kept",
        description="Write the stub over an answer. A copy of the answer is kept in .turnkeeper/backups/.",
        epilog="Exit status: 0 the stub is there, 1 the answer is as it was, 2 it could not be asked.",
    )
    reset.add_argument("slug", help=slug)
    reset.add_argument("--yes", action="store_true", help="do not ask")


def _add_classroom(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    grade = commands.add_parser(
        "grade",
        help="instructors: grade a folder of submissions, several at once",
        description="Grade a folder of submissions: <student>/<exercise>.py, or <student>_<exercise>.py. Each answer "
        "runs in a process of its own, with limits; what it may not do is refused, and named.",
        epilog="Exit status: 0 all was graded, whatever the verdicts are, 2 nothing was.",
    )
    grade.add_argument("folder", metavar="FOLDER", help="the folder of submissions")
    grade.add_argument(
        "--exercise", action="append", metavar="SLUG", help="grade this one (again for more; default: all)"
    )
    grade.add_argument("--report", metavar="FILE", help="write the results as a page, such as report.html")
    grade.add_argument("--json", metavar="FILE", help="write the results as JSON")
    grade.add_argument("--scheduler", metavar="ADDRESS", help="grade on a Dask cluster, such as tcp://10.0.0.5:8786")
    grade.add_argument("--jobs", type=_amount, metavar="N", help="how many submissions at once (default: one per core)")
    grade.add_argument(
        "--seconds", type=_seconds, default=5.0, metavar="S", help="time limit of one requirement (default: 5)"
    )
    grade.add_argument(
        "--budget", type=_seconds, default=60.0, metavar="S", help="time limit of a whole submission (default: 60)"
    )
    grade.add_argument(
        "--memory", type=_amount, default=512, metavar="MB", help="memory an answer may take, in MiB (default: 512)"
    )
    export = commands.add_parser(
        "export",
        help="instructors: what Gradescope, GitHub Classroom and a learning platform's quizzes take",
        description="Write what another platform takes. Run it in a checkout of the course.",
        epilog="Exit status: 0 it is written, 2 it is not.",
    )
    kinds = export.add_subparsers(dest="kind", required=True, metavar="KIND")
    gradescope = kinds.add_parser("gradescope", help="an autograder archive for Gradescope")
    gradescope.add_argument("--out", "-o", metavar="FILE", default="autograder.zip", help="(default: autograder.zip)")
    gradescope.add_argument("--points", type=_points, default=10.0, help="points of each exercise (default: 10)")
    gradescope.add_argument(
        "--visibility",
        choices=("visible", "after_due_date", "after_published", "hidden"),
        default="visible",
        help="when students see the verdicts (default: visible)",
    )
    classroom = kinds.add_parser("classroom", help="a template repository for GitHub Classroom")
    classroom.add_argument(
        "--out", "-o", metavar="FOLDER", default="classroom", help="a new folder (default: classroom)"
    )
    qti = kinds.add_parser("qti", help="the questions of the lessons, a QTI package each")
    qti.add_argument("--out", "-o", metavar="FOLDER", default="quizzes", help="(default: quizzes)")
    qti.add_argument("lesson", nargs="*", metavar="LESSON", help="the name of a lesson (default: all)")
    for kind in (gradescope, classroom):
        kind.add_argument("slug", nargs="+", metavar="SLUG", help="the name of an exercise, such as send")


def _seconds(text: str) -> float:
    return _between(0.001, 86_400, "seconds", text)


def _points(text: str) -> float:
    return _between(1, 10_000, "points", text)  # with less, a requirement's share has no two places


def _between(least: float, most: float, what: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"give {least:g} to {most:g} {what}, not {text!r}")
    return number


def _add_trim(trim: argparse.ArgumentParser) -> None:
    trim.description = "Shorten a request or a history where it may be cut, and see what is dropped and why."
    trim.epilog = "Exit status: 0 what is kept is valid, 1 it is not, 2 nothing was trimmed, or the result not written."
    trim.set_defaults(refuse=trim.error)
    trim.add_argument("file", metavar="FILE", help=_FILE)
    trim.add_argument(
        "--strategy",
        required=True,
        choices=("turns", "budget", "window", "rarely"),
        help="what decides: a number of turns, of tokens, or of messages; rarely: tokens, cut seldom and deeply",
    )
    amounts = {
        "turns": ("N", "turns: how many of the newest turns are kept"),
        "budget": ("TOKENS", "budget: the most the whole request may have"),
        "reserve": ("TOKENS", "budget, rarely: tokens to keep free for the reply (default: 0)"),
        "window": ("MESSAGES", "window: how many of the newest messages are kept, behind the opening"),
        "high": ("TOKENS", "rarely: how long the request may grow"),
        "low": ("TOKENS", "rarely: how long it is after a cut"),
    }
    for name, (unit, about) in amounts.items():
        amount = _amount_or_none if name == "reserve" else _amount
        trim.add_argument(f"--{name}", type=amount, metavar=unit, default=argparse.SUPPRESS, help=about)
    trim.add_argument("--model", help=_MODEL)
    trim.add_argument("--target", choices=("claude", "strict"), default="claude", help=_TARGETS)
    trim.add_argument("--json", action="store_true", help="print what was done as JSON")
    trim.add_argument("--out", metavar="FILE", help="write what is kept, in the form of the input; - for stdout")


def _amount(text: str) -> int:
    return _at_least(1, text)


def _amount_or_none(text: str) -> int:
    return _at_least(0, text)


def _at_least(least: int, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise argparse.ArgumentTypeError(f"give a whole number of {least} or more, not {text!r}")
    return number
