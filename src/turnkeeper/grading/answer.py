"""Loading an answer: a fresh module for each requirement, so that no state leaks from one into the next."""

import linecache
import sys
from pathlib import Path
from types import ModuleType

from turnkeeper.grading.verdict import NotMet, Verdict
from turnkeeper.plain_words import mend_of


def load_answer(path: Path) -> ModuleType:
    """Run the file of an answer and return it as a module.

    Args:
        path: The file, such as `exercises/send.py`.

    Raises:
        NotMet: If there is no such file, or it is not text, or not Python.
        BaseException: Whatever the code of the answer raises.
    """
    try:
        source = path.read_text(encoding="utf-8-sig")  # some editors put a byte order mark in front
    except FileNotFoundError:
        raise NotMet(Verdict("broken", f"There is no {path.name} in {path.parent.name}/.")) from None
    except UnicodeDecodeError:
        raise NotMet(Verdict("broken", f"{path.name} is not a text file in UTF-8.")) from None
    linecache.checkcache(str(path))
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    try:
        code = compile(source, str(path), "exec", dont_inherit=True)
    except SyntaxError as error:
        at = f" (line {error.lineno})" if error.lineno else ""
        mend = mend_of(error, error.text or "")
        said = f"Python cannot read the answer: {error.msg}{at}.{mend and f' {mend}'}"
        raise NotMet(Verdict("broken", said, error.lineno)) from None
    except (MemoryError, RecursionError, ValueError) as error:
        why = str(error) or "it is nested too deeply"
        raise NotMet(Verdict("broken", f"Python cannot read the answer: {why}.")) from None
    # Dataclasses and the like look their module up by name while the code runs.
    before = sys.modules.get(path.stem)
    sys.modules[path.stem] = module
    try:
        exec(code, module.__dict__)
    finally:
        if before is None:
            del sys.modules[path.stem]
        else:
            sys.modules[path.stem] = before
    return module
