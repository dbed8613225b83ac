"""Writing what was trimmed: in the form of the file it came from, and as a whole or not at all."""

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from turnkeeper.history_file import UnreadableError
from turnkeeper.messages import Message


def written(content: bytes, kept: Sequence[Message]) -> str:
    """Return the kept messages in the form of the file they came from: a request, a list, or a message a line.

    Args:
        content: The file, which `history_file.read_given` could read.
        kept: The messages that are kept.

    Raises:
        UnreadableError: If the file holds a number that JSON has no form for.
    """
    text = content.decode("utf-8-sig")
    try:
        value = json.loads(text)
    except json.JSONDecodeError:  # a message a line, since it could be read
        return "".join(f"{_dumped(message)}\n" for message in kept)
    indent = 2 if "\n" in text.strip() else None
    return _dumped(_replaced(value, kept), indent) + "\n"


def save(text: str, path: Path, *, source: Path | None = None) -> None:
    """Write a file as a whole or not at all: whoever reads it meets the old content or the new.

    Args:
        text: What to write.
        path: Where. A symbolic link is followed; what is no plain file, such as `/dev/null`, is written to as it is.
        source: The file that the text was made from. It is not overwritten, since what was trimmed is nowhere else.

    Raises:
        UnreadableError: If the file is the source.
        OSError: If it cannot be written; the old content is then untouched.
    """
    target = Path(os.path.realpath(path))
    if source is not None and target.exists() and target.samefile(source):
        raise UnreadableError(
            f"--out names the file that was read, and what is dropped would be lost: name another file than {path}"
        )
    if target.exists() and not target.is_file():
        target.write_text(text, encoding="utf-8")
        return
    unfinished = target.with_name(f".turnkeeper-{os.getpid()}.unfinished")
    try:
        unfinished.write_text(text, encoding="utf-8")
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _replaced(value: Any, kept: Sequence[Message]) -> Any:
    """What `read_given` has read, with other messages."""
    if isinstance(value, list):
        return kept
    if "messages" in value:
        return {**value, "messages": kept}
    if "role" in value:  # one message, which no strategy leaves out
        return kept[0]
    return {**value, "request": _replaced(value["request"], kept)}


def _dumped(value: object, indent: int | None = None) -> str:
    try:
        text = json.dumps(value, indent=indent, ensure_ascii=False, allow_nan=False)
        text.encode()
    except UnicodeEncodeError:  # half a character, which JSON can hold as an escape only
        return json.dumps(value, indent=indent)
    except ValueError:
        raise UnreadableError("a number in it is too large to be written again") from None
    return text
