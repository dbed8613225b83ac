"""Reading a grader without running it."""

import ast
from pathlib import Path


def tests_in(grader: Path) -> list[ast.FunctionDef]:
    """Return the tests of a grader, one for each requirement, in the order of the file.

    Args:
        grader: A file `test_<slug>.py`.

    Raises:
        SyntaxError: If it is not Python.
    """
    module = ast.parse(grader.read_text(encoding="utf-8"), str(grader))
    return [node for node in module.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
