"""How commands say what they have to say."""

import sys
from collections.abc import Iterable


class WrongError(Exception):
    """The command cannot be run so; the message says why, and the mend."""


def show(lines: Iterable[str]) -> None:
    """Print lines; a terminal that cannot show a letter gets a question mark, and not a traceback."""
    encoding = sys.stdout.encoding or "utf-8"
    for line in lines:
        print(line.encode(encoding, "replace").decode(encoding))
