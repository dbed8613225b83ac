"""`turnkeeper api`: the offline Messages API on a port."""

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnkeeper.offline.request import Script


def api(given: argparse.Namespace) -> int:
    """Answer on a port until Ctrl-C."""
    try:
        from turnkeeper.offline import ScriptedModel
        from turnkeeper.offline.http import CannotListenError, serve

        model = ScriptedModel(_script(given.script), target=given.target, record=0)  # nobody can look at the record
        serve(model, host=given.host, port=given.port)
    except (CannotListenError, ModuleNotFoundError, _NoScript) as problem:
        print(f"turnkeeper api: {problem}", file=sys.stderr)
        return 2
    return 0


class _NoScript(Exception):
    """There is no such script."""


def _script(name: str) -> "Script":
    """Find a script: one of the package's own, or `module:name` from the current directory."""
    import importlib

    from turnkeeper import scripts

    own = {
        "extractor": scripts.extractor,
        "judge": scripts.judge,
        "reader": scripts.reader,
        "shop": scripts.shop_assistant,
        "summarizer": scripts.summarizer(),
    }
    if name in own:
        return own[name]
    if not re.fullmatch(r"\w[\w.]*:\w+", name):
        raise _NoScript(f"there is no script {name!r}: take {', '.join(own)}, or module:name of your own.")
    module_name, _, attribute = name.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as missing:
        raise _NoScript(f"no module {missing.name} is found from {Path.cwd()}.") from missing
    try:
        found = getattr(module, attribute)
    except AttributeError as missing:
        raise _NoScript(f"{module_name} has no {attribute}.") from missing
    if not callable(found):
        raise _NoScript(f"{name} is no script: a script is a function from the request to the reply.")
    script: Script = found
    return script
