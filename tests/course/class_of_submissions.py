"""A class of submissions with known verdicts, made from the bank of answers and of what hostile ones try."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from bank import HOSTILE, ROOT, SLUGS, answers, hostile_answer

DEEDS = {  # what no exercise asks for, and how the refusal names it
    "starts a program": ("import subprocess; subprocess.run(['true'])", "start a program"),
    "starts a shell": ("import os; os.system('true')", "start a program"),
    "fork bomb": ("import os\nwhile True: os.fork()", "start a process"),
    "kills its parent": ("import os; os.kill(os.getppid(), 9)", "send a signal"),
    "writes elsewhere": ("open('{outside}/written', 'w').write('x')", "write, move or delete"),
    "writes elsewhere and hides it": (
        "try:\n    open('{outside}/written', 'w').write('x')\nexcept Exception:\n    pass",
        "write, move or delete",
    ),
    "deletes": ("import os; os.remove('{outside}/kept')", "write, move or delete"),
    "deletes all": ("import shutil; shutil.rmtree('{outside}')", "read"),
    "reads another submission": ("open('{outside}/kept').read()", "read"),
    "reads the solution": (f"exec(open({str(ROOT / 'solutions/send.py')!r}).read())", "read"),
    "lists the others": ("import os; os.listdir('{outside}')", "read"),
    "opens a connection": (
        "import socket; socket.socket().connect(('127.0.0.1', 9))",
        "open a connection",
    ),
    "calls C": ("import ctypes; ctypes.CDLL(None)", "call C code"),
    "lifts its limits": ("import resource; resource.setrlimit(resource.RLIMIT_CPU, (-1, -1))", "change its limits"),
    "looks through memory": ("import gc; gc.get_objects()", "look through the memory"),
}
ENDS = {  # what ends the process or keeps it from saying what came of it, and the kind of the verdict
    "takes all memory": ("held = []\nwhile True: held.append(bytearray(1 << 24))", "error"),
    "takes off the alarm": (
        "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0)\nwhile True: pass",
        "deadline",
    ),
    "closes all files": ("import os; os.closerange(0, 256)", "broken"),
    "ends by a signal": ("import signal; signal.raise_signal(9)", "broken"),
    "writes to the grader's channel": (
        "import os\nfor number in range(3, 256):\n    try: os.write(number, b'{{\"report\": {{}}}}\\n')\n"
        "    except OSError: pass",
        "tampered",
    ),
}


@dataclass(frozen=True)
class Expected:
    """The verdict that an answer has to get: its status, and one kind, failed requirement or deed that is named."""

    status: tuple[str, ...]
    kind: str = ""
    fails: str = ""
    deed: str = ""

    def fault(self, result) -> str:
        """Return what is wrong with a result of the JSON report; "" when it is as expected."""
        failed = [one["id"] for one in result["requirements"] if one["status"] == "failed"]
        kinds = {one["kind"] for one in result["requirements"]}
        fits = (
            result["status"] in self.status
            and (not self.fails or failed == [self.fails])
            and (not self.kind or self.kind in kinds)
            and (not self.deed or any(deed.startswith(self.deed) for deed in result["refused"]))
            and (bool(self.deed) or not result["refused"])
            and "grader" not in kinds
        )
        return "" if fits else f"{result['status']} {failed} {kinds} {result['refused']}, but it should be {self}"


def hostile_forms(outside: Path) -> Iterator[tuple[str, str, str, Expected]]:
    """Yield the name, the exercise, the text and the verdict of each hostile answer."""
    for answer in answers("hostile"):
        yield (
            answer.path.stem,
            answer.slug,
            answer.source,
            Expected(("failed", "broken"), kind=answer.promised("Ends as")),
        )
    slugs = cycle(SLUGS)
    for name, (code, deed) in DEEDS.items():
        slug = next(slugs)
        text = hostile_answer(_solution(slug), code.format(outside=outside), "on import")
        yield name, slug, text, Expected(("refused",), deed=deed)
    for name, (code, kind) in ENDS.items():
        slug = next(slugs)
        text = hostile_answer(_solution(slug), code.replace("{{", "{").replace("}}", "}"), "on import")
        yield name, slug, text, Expected(("failed", "broken"), kind=kind)
    for name, form in HOSTILE.items():
        slug = next(slugs)
        text = hostile_answer(_solution(slug), form.code, "in every call")
        yield name, slug, text, Expected(("failed", "broken"), kind=form.ends_as)


def make_class(
    folder: Path, places: range, hostile: Iterator[tuple[str, str, str, Expected]], *, each: int = 4, every: int = 3
) -> dict[tuple[str, str], Expected]:
    """Write submissions to a folder, some with a hostile answer, every second in files side by side.

    Args:
        folder: Where to write them.
        places: The numbers of the submissions.
        hostile: The hostile answers.
        each: How many answers each submission has.
        every: Which of them have a hostile answer: 3 for every third.

    Returns:
        The verdict that each answer has to get, by student and exercise.
    """
    right = {slug: [a.source for a in answers("right") if a.slug == slug] or [_solution(slug)] for slug in SLUGS}
    wrong = {slug: [a for a in answers("wrong") if a.slug == slug] for slug in SLUGS}
    expected: dict[tuple[str, str], Expected] = {}
    for place in places:
        student = f"student {place:03}" if place % 2 else f"student_{place:03}"
        texts: dict[str, str] = {}
        if place % every == 0:
            name, slug, texts[slug], verdict = next(hostile)
            student += f" {name}"
            expected[student, slug] = verdict
        slugs = [SLUGS[(place * each + step) % len(SLUGS)] for step in range(each)]
        for step, slug in enumerate(slugs[: each - len(texts)] if texts else slugs):
            if slug in texts:
                continue
            if (place + step) % 2:
                texts[slug] = right[slug][place % len(right[slug])]
                expected[student, slug] = Expected(("passed",))
            elif (place + step) % 10 == 0:
                texts[slug] = (ROOT / "exercises/stubs" / f"{slug}.py").read_text(encoding="utf-8")
                expected[student, slug] = Expected(("failed",), kind="unwritten")
            else:
                answer = wrong[slug][place % len(wrong[slug])]
                texts[slug] = answer.source
                expected[student, slug] = Expected(("failed",), fails=answer.promised("Fails"))
        for slug, text in texts.items():
            path = folder / f"{student}_{slug}.py" if place % 2 == 0 else folder / student / "exercises" / f"{slug}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return expected


def faults_of(data, expected) -> dict[tuple[str, str], str]:
    """Return what is wrong in a JSON report, by student and exercise."""
    found = {(each["student"], one["exercise"]): one for each in data["submissions"] for one in each["results"]}
    faults = {who: verdict.fault(found[who]) if who in found else "not there" for who, verdict in expected.items()}
    extra = {who: "not expected" for who in found if who not in expected}
    return {who: fault for who, fault in (faults | extra).items() if fault}


def _solution(slug: str) -> str:
    return (ROOT / "solutions" / f"{slug}.py").read_text(encoding="utf-8")
