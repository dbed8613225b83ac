"""`turnkeeper seal`: record the graders as they are, and keep the stubs."""

import sys
from pathlib import Path

from turnkeeper.grading.seal import write_seals


def seal(root: Path) -> int:
    """Seal the graders and keep the stubs of a checkout: 0 when all are kept, 1 when a stub was left out."""
    sealed = write_seals(root / "exercises")
    print(f"Sealed the graders in {sealed.seals.relative_to(root)}.")
    for path in sealed.stubs.written:
        print(f"Kept the stub {path.relative_to(root)}.")
    for path in sealed.stubs.answers:
        print(
            f"{path.relative_to(root)} holds an answer: no `raise NotImplementedError` is left in it. "
            "The stub that was kept before stays.",
            file=sys.stderr,
        )
    return 1 if sealed.stubs.answers else 0
