"""The code on a page of docs/: it is run, fence by fence, and has to print what the page says it prints."""

import contextlib
import io
import re
from typing import Any

from bank import ROOT


def run_page(page: str) -> dict[str, Any]:
    """Run the Python fences of a page in one namespace, compare what they print with its text fences, and return it."""
    text = (ROOT / page).read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "page"}
    printed = []
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, page, "exec"), names)
        printed += [out.getvalue()] if out.getvalue() else []
    assert printed, f"no code on {page} prints anything"
    assert printed == re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    return names
