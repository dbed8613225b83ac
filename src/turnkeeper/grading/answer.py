"""Loading an answer: a fresh module for each requirement, so that no state leaks from one into the next."""

import linecache
import sys
from pathlib import Path
from types import ModuleType

from turnkeeper.grading.verdict import NotMet, Verdict


def load_answer(path: Path) -> ModuleType:
    """Run the file of an answer and return it as a module.

    Args:
        path: The file, such as `exercises/send.py`.

    Raises:
        NotMet: If there is no such file, or it is not text.
        BaseException: Whatever the code of the answer raises, a SyntaxError included.
    """
    try:
        source = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotMet(Verdict("broken", f"There is no {path.name} in {path.parent.name}/.")) from None
    except UnicodeDecodeError:
        raise NotMet(Verdict("broken", f"{path.name} is not a text file in UTF-8.")) from None
    linecache.checkcache(str(path))
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    code = compile(source, str(path), "exec", dont_inherit=True)
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
