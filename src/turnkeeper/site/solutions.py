"""The solutions as pages fetch them: each in a file of its own, so that no page holds one before it is asked for."""

from __future__ import annotations

import json
from pathlib import Path

from turnkeeper.site.prose import coloured, prose, split_docstring

# Many a docstring begins with these words, which stand above it on the page.
_OPENING = "Why this is the answer.\n"


def write_solutions(solutions: Path, target: Path) -> None:
    """Write `<slug>.json` for each solution.

    Args:
        solutions: The folder of solutions, `<slug>.py` each.
        target: The new folder.

    Raises:
        ValueError: A solution cannot be read, or says nothing about why it is the answer.
    """
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(solutions.glob("*.py")):
        stored = split_solution(path)
        (target / f"{path.stem}.json").write_text(json.dumps(stored, ensure_ascii=False) + "\n", encoding="utf-8")


def split_solution(path: Path) -> dict[str, str]:
    """Read a solution.

    Args:
        path: The file; its docstring says why this is the answer, in Markdown.

    Returns:
        HTML: `why`, paragraphs, and `code`, coloured, whose text is the file without its docstring.

    Raises:
        ValueError: The file is no Python, or has no docstring.
    """
    place = f"{path.parent.name}/{path.name}"
    source = path.read_text(encoding="utf-8")
    try:
        why, code = split_docstring(source)
    except SyntaxError as error:
        raise ValueError(f"{place}:{error.lineno}: Python cannot read the solution: {error.msg}.") from error
    if not why:
        raise ValueError(
            f"{place} does not say why it is the answer: write that in the docstring the file begins with."
        )
    return {"why": prose(why.removeprefix(_OPENING).strip()), "code": coloured(code)}
