"""What a machine needs to grade some exercises: the engine, their graders and stubs, and the locked requirements."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import turnkeeper
from turnkeeper.classroom.work import Limits
from turnkeeper.grading.course_order import Course
from turnkeeper.grading.seal import SEALS
from turnkeeper.grading.stubs import STUBS, found_stub

SETTINGS = "settings.json"
_NOT_NEEDED = ("site", "terminal", "__pycache__")
_PIN = re.compile(r"(?P<name>[A-Za-z0-9][\w.-]*)==")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a submission is graded away from the course.

    Attributes:
        slugs: The exercises.
        points: The points of each exercise.
        visibility: When students see the verdicts, in Gradescope's words.
        limits: How much a submission may use.
    """

    slugs: tuple[str, ...]
    points: float
    visibility: str
    limits: Limits

    def to_json(self) -> str:
        """Return the settings as a file holds them."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def read(cls, path: Path) -> "Settings":
        """Read the settings that `to_json` wrote."""
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return cls(tuple(data["slugs"]), data["points"], data["visibility"], Limits(**data["limits"]))


def bundle(course: Course, settings: Settings) -> dict[str, bytes]:
    """Return the files, by their names in the bundle.

    Args:
        course: A checkout of the course.
        settings: How a submission is graded.

    Raises:
        OSError: If a file of the course cannot be read.
    """
    folder = course.exercises_folder
    files = {f"turnkeeper/{name}": content for name, content in _package()}
    for slug in settings.slugs:
        files[f"exercises/test_{slug}.py"] = course.grader(slug).read_bytes()
        files[f"exercises/{STUBS}/{slug}.py"] = found_stub(folder, slug).read_bytes()
    files[f"exercises/{SEALS}"] = (folder / SEALS).read_bytes()
    files["requirements.txt"] = requirements((course.root / "requirements.lock").read_text(encoding="utf-8")).encode()
    files[SETTINGS] = settings.to_json().encode()
    files["LICENSE"] = (course.root / "LICENSE").read_bytes()
    return files


def _package() -> Iterator[tuple[str, bytes]]:
    root = Path(turnkeeper.__file__).parent
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        if path.suffix in (".py", ".typed") and not set(_NOT_NEEDED) & set(name.parts[:-1]):
            yield name.as_posix(), path.read_bytes()


def requirements(lock: str) -> str:
    """Return the part of the lock that grading needs, with its hashes.

    Args:
        lock: The text of `requirements.lock`.

    Raises:
        PackageNotFoundError: If turnkeeper is not installed, not even from its checkout.
    """
    entries = dict(_entries(lock))
    needed = _needed(("turnkeeper[grading]",), set(entries))
    return "".join(entry for name, entry in entries.items() if name in needed)


def _entries(lock: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the lines of each entry of a lock."""
    for entry in re.split(r"^(?=\S)", lock, flags=re.MULTILINE):
        if found := _PIN.match(entry):
            yield canonicalize_name(found["name"]), entry


def _needed(wanted: Sequence[str], locked: set[str]) -> set[str]:
    """Return the names of all that some requirements need, on any system and any version of Python."""
    names: set[str] = set()
    seen: set[str] = set()
    left = [Requirement(text) for text in wanted]
    while left:
        requirement = left.pop()
        name = canonicalize_name(requirement.name)
        if str(requirement) in seen or (name not in locked and name != "turnkeeper"):
            continue
        seen.add(str(requirement))
        names.add(name)
        try:
            inner = [Requirement(text) for text in requires(name) or ()]
        except PackageNotFoundError:
            if name == "turnkeeper":
                raise
            continue  # it is for another system, and needs nothing of its own that is not locked
        left += [one for one in inner if _is_asked_for(one, requirement.extras)]
    return names


def _is_asked_for(requirement: Requirement, extras: set[str]) -> bool:
    if requirement.marker is None or "extra" not in str(requirement.marker):
        return True  # for whatever system it is: the lock's own line says it
    return any(requirement.marker.evaluate({"extra": extra}) for extra in extras)
