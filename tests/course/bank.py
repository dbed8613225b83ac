"""The bank of answers: what each file in tests/answers/<slug>/ says of itself."""

import ast
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SLUGS = sorted(path.stem for path in (ROOT / "solutions").glob("*.py"))


@dataclass(frozen=True)
class Answer:
    """An answer, and what its docstring promises: `fails` (a requirement's id) or `ends_as` (a kind of verdict)."""

    slug: str
    path: Path

    @property
    def source(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def promised(self, label: str) -> str:
        text = (ast.get_docstring(ast.parse(self.source)) if label == "Fails" else self.source.strip('"')) or ""
        first = text.splitlines()[0]
        assert first.startswith(f"{label}: "), f"{self.path}: its docstring begins with '{label}: …'"
        return first.removeprefix(f"{label}: ")


def answers(kind: str) -> list[Answer]:
    found = [
        Answer(slug, path) for slug in SLUGS for path in sorted((ROOT / "tests/answers" / slug / kind).glob("*.py"))
    ]
    assert found, f"there are no {kind} answers: a check that finds nothing to check fails"
    return found


def name_of(answer: Answer) -> str:
    return f"{answer.slug}-{answer.path.stem}"
